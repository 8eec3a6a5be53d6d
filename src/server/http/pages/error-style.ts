/**
 * The style sheet of error pages: the product's night sky, without a file to load, since anything may
 * be missing when such a page is shown.
 */
export const ERROR_STYLE = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
html { background: #05040d; font-size: clamp(1rem, .8rem + .35vw, 1.5rem); }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
  padding: 2rem 1rem; overflow-wrap: anywhere; color: #f5f3ff;
  font: 400 1.0625rem/1.6 'Geist', system-ui, -apple-system, 'Segoe UI', sans-serif;
  background:
    radial-gradient(1.5px 1.5px at 12% 18%, #fff, transparent),
    radial-gradient(1px 1px at 27% 64%, #dfe6f5, transparent),
    radial-gradient(1.5px 1.5px at 38% 9%, #b79dff, transparent),
    radial-gradient(1px 1px at 8% 86%, #fff, transparent),
    radial-gradient(1.5px 1.5px at 63% 14%, #ffd479, transparent),
    radial-gradient(1px 1px at 71% 78%, #fff, transparent),
    radial-gradient(2px 2px at 86% 31%, #fffdf5, transparent),
    radial-gradient(1px 1px at 93% 68%, #dfe6f5, transparent),
    radial-gradient(1.5px 1.5px at 47% 91%, #7fe3ff, transparent),
    radial-gradient(50rem 26rem at 78% 0%, #2a205699, transparent 70%),
    radial-gradient(44rem 30rem at 10% 100%, #42206055, transparent 70%),
    #05040d; }
main { isolation: isolate; width: 100%; max-width: 30rem; text-align: center; }
.sun { position: relative; width: 11rem; height: 11rem; margin: 0 auto 1.5rem; display: grid;
  place-items: center; border-radius: 50%; color: #241500;
  font: 700 3rem/1 'Space Grotesk', system-ui, sans-serif; letter-spacing: -.03em;
  background: radial-gradient(circle at 38% 32%, #fffdf5, #ffe3a3 22%, #ffc857 52%, #b65c10);
  box-shadow: 0 0 4rem #ffc85766, 0 0 10rem #b65c1066; }
.sun::after { content: ''; position: absolute; z-index: -1; inset: 36% -46%; border: 1px solid #ffd47980;
  border-radius: 50%; rotate: -11deg; }
h1 { margin: 0 0 .5rem; font: 700 clamp(1.75rem, 7vw, 2.5rem)/1.15 'Space Grotesk', system-ui,
  sans-serif; letter-spacing: -.02em; text-wrap: balance; }
p { margin: 0 auto; max-width: 26rem; color: #bdb6de; text-wrap: pretty; }
nav { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: center; margin: 2rem 0 0; }
a { display: inline-flex; align-items: center; min-height: 3rem; padding: .5rem 1.5rem;
  border: 1px solid #8b7fb8; border-radius: 99px; color: #f5f3ff; font-weight: 600;
  text-decoration: none; }
a:hover { border-color: #f5f3ff; }
a.main { border-color: transparent; color: #241500;
  background: linear-gradient(180deg, #ffe3a3, #ffc857);
  box-shadow: 0 10px 30px -10px #ffc85799; }
a.main:hover { background: #ffe3a3; }
:focus-visible { outline: 3px solid #7fe3ff; outline-offset: 3px; }
small { display: block; margin: 2rem 0 0; color: #bdb6de; font-size: .8125rem; }
::selection { background: #ffc857; color: #241500; }
@media (forced-colors: active) { .sun { border: 1px solid; color: CanvasText; } }
@media print { html, body { background: none; color: #000; } nav { display: none; } }
`
