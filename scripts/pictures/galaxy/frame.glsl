out vec4 pixel;

uniform vec2 uTile;       // lower left corner of this tile, pixels
uniform vec2 uCore;       // pixels
uniform float uScale;     // pixels a unit of length
uniform float uReference; // pixels a reference pixel
uniform int uSamples;     // along each side of a pixel

vec3 deepSpace(vec2 p) {
  vec3 at = vec3(p * 0.9, 2.0);
  vec3 bend = vec3(clouds(at, 5), clouds(at + 9.0, 5), 0.0);
  float veil = clouds(at + 2.2 * bend + 13.0, 8);
  float thin = threads(at * 1.3 + 1.6 * bend + 19.0, 7);
  vec3 light = vec3(0.0018, 0.0015, 0.0046);
  light += vec3(0.012, 0.007, 0.034) * smoothstep(0.34, 0.86, veil) * smoothstep(0.35, 0.85, thin);
  light += vec3(0.002, 0.009, 0.020) * smoothstep(0.40, 0.90, 1.0 - veil) * smoothstep(0.45, 0.90, thin);
  return light;
}

vec3 distantStars(vec2 px) {
  return starField(px, 13.0, 0.28, 0.62, 100) * 0.22
    + starField(px, 34.0, 0.34, 0.80, 200) * 0.60
    + starField(px, 120.0, 0.26, 1.15, 300) * 1.50
    + starField(px, 380.0, 0.30, 1.90, 400) * 2.40;
}

vec3 discStars(vec2 px) {
  return starField(px, 3.4, 0.90, 0.50, 500) * 0.8
    + starField(px, 8.0, 0.65, 0.66, 600) * 1.6
    + starField(px, 22.0, 0.45, 0.85, 700) * 2.2;
}

vec3 lightAt(vec2 frag) {
  vec2 p = (frag - uCore) / uScale;
  vec2 px = frag / uReference;
  Light disc = discLight(p);
  float veil = exp(-2.2 * disc.density - 0.7 * disc.dust);
  vec3 light = (deepSpace(p) + distantStars(px)) * veil + disc.glow;
  light += discStars(px) * min(disc.density * 2.2, 1.1) * exp(-disc.dust * 0.9);
  light += sunLight(p, uScale / uReference);
  return light;
}

// Narkowicz's fit of the ACES film curve.
vec3 film(vec3 x) {
  return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

void main() {
  vec2 frag = gl_FragCoord.xy + uTile;
  vec3 sum = vec3(0.0);
  for (int y = 0; y < uSamples; y++) {
    for (int x = 0; x < uSamples; x++) {
      sum += film(lightAt(frag + (vec2(x, y) + 0.5) / float(uSamples) - 0.5));
    }
  }
  vec3 shown = pow(sum / float(uSamples * uSamples), vec3(1.0 / 2.2));
  // Triangular noise of one step of eight bits: gradients this dark show bands without it.
  vec3 dither = random3(ivec3(frag, 900)) - random3(ivec3(frag, 901));
  pixel = vec4(shown + dither / 255.0, 1.0);
}
