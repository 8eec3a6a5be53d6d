uniform float uRadius;   // of the disc, units
uniform float uFlatness; // short over long axis, as seen
uniform float uAngle;    // of the long axis, radians

// The position of a picture's point in the plane of the galaxy.
struct Place {
  vec2 q;      // in the plane, galaxy radii
  float r;
  float phase; // angle unwound along the spiral: constant along an arm
  vec3 flow;   // noise coordinates that run with the arms
  float bulge; // distance from the core as the swollen centre sees it
};

const float WINDING = 2.95;

mat2 turned(float angle) {
  float c = cos(angle), s = sin(angle);
  return mat2(c, s, -s, c);
}

vec2 planeOf(vec2 p) {
  vec2 g = turned(-uAngle) * p / uRadius;
  return vec2(g.x, g.y / uFlatness);
}

Place placeOf(vec2 p) {
  Place at;
  at.q = planeOf(p);
  vec3 drift = vec3(clouds(vec3(at.q * 2.2, 1.0), 4), clouds(vec3(at.q * 2.2, 7.0), 4), 0.0) - 0.5;
  vec2 bent = at.q + drift.xy * 0.17 * smoothstep(0.02, 0.5, length(at.q));
  at.r = length(bent) + 1e-4;
  float lnR = log(at.r + 0.035);
  at.phase = atan(bent.y, bent.x) + WINDING * lnR + 0.9 * (clouds(vec3(at.q * 4.0, 3.0), 4) - 0.5);
  at.flow = vec3(cos(at.phase), sin(at.phase), 2.6 * lnR);
  at.bulge = length(vec2(at.q.x, at.q.y * uFlatness / mix(uFlatness, 1.0, 0.55)));
  return at;
}

float crest(float phase, float sharpness) {
  return pow(0.5 + 0.5 * cos(2.0 * phase), sharpness);
}

// The dust between us and the disc: lanes on the arms' inner edge and the feathers that branch off them.
float dustAt(Place at) {
  float web = threads(at.flow * vec3(2.2, 2.2, 1.5) + vec3(at.q * 2.0, 0.0), 7);
  float fine = threads(vec3(at.q * 11.0, 21.0) + at.flow, 6);
  float lane = crest(at.phase + 0.52, 7.0) * smoothstep(0.42, 0.86, web * 0.75 + fine * 0.30);
  float feathers = crest(at.phase + 0.30, 1.4) * smoothstep(0.66, 0.95, mix(web, fine, 0.55));
  float haze = 0.30 * smoothstep(0.60, 0.92, web);
  float reach = smoothstep(0.015, 0.16, at.r) * exp(-at.r * 1.25) * (1.0 - smoothstep(0.75, 1.15, at.r));
  return reach * (3.4 * lane + 1.9 * feathers + haze);
}

struct Light {
  vec3 glow;
  float density; // of single stars, 0 to about 1
  float dust;
};

Light discLight(vec2 p) {
  Place at = placeOf(p);
  float billow = clouds(at.flow * vec3(2.0, 2.0, 1.3) + vec3(at.q * 3.0, 40.0), 7);
  float grain = clouds(vec3(at.q * 26.0, 9.0), 6);
  float edge = 1.0 - smoothstep(0.55, 1.12, at.r + 0.45 * (billow - 0.5));
  float disc = exp(-at.r * 3.5) * edge;
  float young = smoothstep(0.05, 0.34, at.r);

  float arm = crest(at.phase, 2.6) * mix(0.35, 1.35, smoothstep(0.30, 0.68, billow));
  arm += 0.22 * pow(0.5 + 0.5 * cos(4.0 * at.phase + 1.9), 3.0) * smoothstep(0.35, 0.7, billow);
  arm *= mix(0.45, 1.55, smoothstep(0.30, 0.70, grain));
  float knots = smoothstep(0.60, 0.80, clouds(vec3(at.q * 17.0, 55.0) + at.flow, 6)) * crest(at.phase + 0.16, 3.0);
  float clusters = smoothstep(0.60, 0.82, clouds(vec3(at.q * 30.0, 83.0), 5)) * crest(at.phase - 0.05, 2.0);

  vec3 old = mix(vec3(1.0, 0.70, 0.38), vec3(0.36, 0.30, 0.66), smoothstep(0.04, 0.34, at.r));
  vec3 hot = mix(vec3(0.90, 0.66, 0.70), vec3(0.33, 0.42, 1.0), smoothstep(0.10, 0.50, at.r));
  hot = mix(hot, vec3(0.56, 0.40, 1.0), 0.65 * smoothstep(0.40, 0.62, clouds(vec3(at.q * 2.6, 31.0), 3)));

  Light light;
  light.dust = dustAt(at);
  vec3 passed = exp(-light.dust * vec3(0.92, 1.22, 1.50));
  light.density = disc * (0.10 + 1.6 * arm * young);
  light.glow = old * disc * 0.36 * mix(0.55, 1.2, smoothstep(0.3, 0.7, billow)) + hot * disc * arm * young * 1.75;
  light.glow += vec3(0.62, 0.78, 1.0) * clusters * disc * young * 1.3;
  light.glow += vec3(1.0, 0.22, 0.42) * knots * disc * young * 1.15;
  light.glow *= passed;

  // Dust of the near half lies in front of the bulge, dust of the far half behind it.
  float nearSide = smoothstep(0.05, -0.12, at.q.y);
  vec3 bulge = vec3(1.0, 0.70, 0.34) * (3.0 * exp(-pow(at.bulge / 0.020, 0.72)) + 0.36 * exp(-at.bulge / 0.075));
  bulge += vec3(0.90, 0.52, 0.36) * 0.060 * exp(-at.bulge / 0.22);
  light.glow += bulge * mix(vec3(1.0), passed, nearSide * smoothstep(0.02, 0.09, at.bulge));
  light.density += 0.5 * exp(-at.bulge / 0.09);
  return light;
}
