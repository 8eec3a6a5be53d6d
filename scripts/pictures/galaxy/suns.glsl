// The three on the podium: gold, silver, bronze, each on an orbit of its own around the core.
uniform vec2 uOrbits[3]; // radius in galaxy radii, angle of the sun in the plane

const vec3 SUN_TINTS[3] = vec3[](vec3(1.0, 0.62, 0.20), vec3(0.74, 0.83, 1.0), vec3(1.0, 0.42, 0.20));
const float SUN_SIZES[3] = float[](6.6, 4.9, 4.3); // reference pixels
const float TURN_AROUND = 6.2831853;

// A disc, its glare, and the cross of a telescope's mirror mount.
vec3 sun(vec2 d, float size, vec3 tint) {
  float r = length(d) / size;
  vec2 a = abs(d) / size;
  float disc = exp(-pow(r, 2.2));
  float glare = 0.30 * exp(-r / 2.2) + 0.060 * exp(-r / 8.0) + 0.012 * exp(-r / 26.0);
  float cross = exp(-a.x / 0.20) * exp(-a.y / 5.5) + exp(-a.y / 0.20) * exp(-a.x / 7.5);
  return tint * (glare + 0.30 * cross) + mix(tint, vec3(1.0), 0.45) * disc * 3.0;
}

// A hairline that is brightest at its sun and fades along the way it came: the arms trail, so it runs anticlockwise.
float orbit(vec2 q, vec2 path, float unit) {
  float r = length(q);
  float slope = length(vec2(q.x, q.y / uFlatness)) / (r * uRadius * unit);
  float away = abs(r - path.x) / slope;
  float along = mod(path.y - atan(q.y, q.x), TURN_AROUND);
  return smoothstep(1.3, 0.2, away) * (0.010 + 0.24 * exp(-along / 1.1));
}

// `unit` is the number of reference pixels in a unit of length.
vec3 sunLight(vec2 p, float unit) {
  vec2 q = planeOf(p);
  vec3 light = vec3(0.0);
  for (int i = 0; i < 3; i++) {
    vec2 path = uOrbits[i];
    vec2 at = turned(uAngle) * vec2(cos(path.y), sin(path.y) * uFlatness) * path.x * uRadius;
    light += sun((p - at) * unit, SUN_SIZES[i], SUN_TINTS[i]) + SUN_TINTS[i] * orbit(q, path, unit);
  }
  return light;
}
