// Integer hashes (PCG3D, Jarzynski and Olano 2020): the same picture on every machine, which float hashes do not give.
uvec3 hash(uvec3 v) {
  v = v * 1664525u + 1013904223u;
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v ^= v >> 16u;
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  return v;
}

vec3 random3(ivec3 cell) {
  return vec3(hash(uvec3(cell + 32768)) >> 8u) / 16777216.0;
}

float slope(ivec3 corner, vec3 offset) {
  return dot(random3(corner) * 2.0 - 1.0, offset);
}

// Gradient noise, about -0.7 to 0.7.
float noise(vec3 p) {
  vec3 whole = floor(p);
  vec3 f = p - whole;
  ivec3 i = ivec3(whole);
  vec3 s = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  vec4 near = vec4(
    slope(i, f),
    slope(i + ivec3(1, 0, 0), f - vec3(1, 0, 0)),
    slope(i + ivec3(0, 1, 0), f - vec3(0, 1, 0)),
    slope(i + ivec3(1, 1, 0), f - vec3(1, 1, 0)));
  vec4 far = vec4(
    slope(i + ivec3(0, 0, 1), f - vec3(0, 0, 1)),
    slope(i + ivec3(1, 0, 1), f - vec3(1, 0, 1)),
    slope(i + ivec3(0, 1, 1), f - vec3(0, 1, 1)),
    slope(i + ivec3(1, 1, 1), f - vec3(1, 1, 1)));
  vec4 z = mix(near, far, s.z);
  vec2 y = mix(z.xy, z.zw, s.y);
  return mix(y.x, y.y, s.x);
}

const mat3 TURN = mat3(0.00, 0.80, 0.60, -0.80, 0.36, -0.48, -0.60, -0.48, 0.64);

// Octaves of noise around 0.5, mostly within 0.2 to 0.8.
float clouds(vec3 p, int octaves) {
  float sum = 0.0, weight = 0.5, total = 0.0;
  for (int i = 0; i < octaves; i++) {
    sum += weight * noise(p);
    total += weight;
    weight *= 0.54;
    p = TURN * p * 2.03 + 11.7;
  }
  return 0.5 + 0.85 * sum / total;
}

// Octaves of folded noise: thin threads near 1 in a field that is mostly about 0.6.
float threads(vec3 p, int octaves) {
  float sum = 0.0, weight = 0.5, total = 0.0;
  for (int i = 0; i < octaves; i++) {
    sum += weight * (1.0 - 2.0 * abs(noise(p)));
    total += weight;
    weight *= 0.52;
    p = TURN * p * 2.11 + 5.3;
  }
  return sum / total;
}
