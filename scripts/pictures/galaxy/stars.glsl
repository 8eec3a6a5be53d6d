// Black-body-like tints, orange dwarfs to blue giants.
vec3 starTint(float t) {
  vec3 warm = mix(vec3(1.0, 0.70, 0.45), vec3(1.0, 0.93, 0.84), smoothstep(0.0, 0.45, t));
  return mix(warm, vec3(0.66, 0.78, 1.0), smoothstep(0.45, 1.0, t));
}

// One layer of points: at most one star in each cell of `spacing` reference pixels, few bright, many faint.
vec3 starField(vec2 px, float spacing, float share, float radius, int seed) {
  vec3 light = vec3(0.0);
  ivec2 home = ivec2(floor(px / spacing));
  for (int y = -1; y <= 1; y++) {
    for (int x = -1; x <= 1; x++) {
      ivec2 cell = home + ivec2(x, y);
      vec3 place = random3(ivec3(cell, seed));
      if (place.z > share) continue;
      vec3 kind = random3(ivec3(cell, seed + 1));
      float magnitude = 0.06 + pow(kind.x, 7.0);
      float distance = length(px - (vec2(cell) + 0.1 + 0.8 * place.xy) * spacing);
      float size = radius * (0.8 + 0.5 * magnitude);
      float point = exp(-distance * distance / (size * size));
      float glow = 0.02 * magnitude * exp(-distance / (size * 4.0));
      light += starTint(kind.y) * magnitude * (point + glow);
    }
  }
  return light;
}
