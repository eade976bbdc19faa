const { booleans, colors, primitives, transforms } = require('@jscad/modeling');

const getParameterDefinitions = () => [
  { name: 'outside', type: 'group', caption: 'Outside' },
  { name: 'planterWidth', type: 'float', initial: 64, min: 20, max: 200, step: 1, caption: 'Width of the planter (mm)' },
  { name: 'planterHeight', type: 'float', initial: 38, min: 10, max: 120, step: 1, caption: 'Height of the planter (mm)' },
  { name: 'wall', type: 'float', initial: 2.4, min: 0.8, max: 8, step: 0.1, caption: 'Thickness of the wall (mm)' },
  { name: 'drain', type: 'group', caption: 'Drain' },
  { name: 'holes', type: 'int', initial: 5, min: 0, max: 12, step: 1, caption: 'Drain holes' },
  { name: 'saucer', type: 'checkbox', checked: true, caption: 'With a saucer' },
  {
    name: 'glaze',
    type: 'choice',
    values: ['terracotta', 'celadon', 'slate'],
    captions: ['Terracotta', 'Celadon', 'Slate'],
    initial: 'celadon',
    caption: 'Glaze',
  },
  { name: 'engraving', type: 'text', initial: 'Basil', caption: 'Engraving' },
];

const glazes = { terracotta: [0.8, 0.4, 0.25], celadon: [0.6, 0.75, 0.6], slate: [0.3, 0.35, 0.4] };

const main = ({ planterWidth, planterHeight, wall, holes, saucer, glaze }) => {
  const radius = planterWidth / 2;
  const outer = primitives.cylinder({ radius, height: planterHeight, segments: 24 });
  const inner = transforms.translate(
    [0, 0, wall],
    primitives.cylinder({ radius: radius - wall, height: planterHeight, segments: 24 }),
  );
  const drains = [];
  for (let one = 0; one < holes; one++) {
    const angle = (one / holes) * Math.PI * 2;
    const at = [(Math.cos(angle) * radius) / 2, (Math.sin(angle) * radius) / 2, -planterHeight / 2];
    drains.push(transforms.translate(at, primitives.cylinder({ radius: 2, height: wall * 4, segments: 8 })));
  }
  const pot = colors.colorize(glazes[glaze], booleans.subtract(outer, inner, ...drains));
  if (!saucer) return [pot];
  const below = [0, 0, -planterHeight / 2 - wall];
  return [
    pot,
    colors.colorize(
      glazes[glaze],
      transforms.translate(below, primitives.cylinder({ radius: radius * 1.3, height: wall, segments: 24 })),
    ),
  ];
};

module.exports = { main, getParameterDefinitions };
