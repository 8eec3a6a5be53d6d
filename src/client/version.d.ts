/** The version of the program, such as `1.2.0`; the build writes it in. */
declare const APP_VERSION: string
