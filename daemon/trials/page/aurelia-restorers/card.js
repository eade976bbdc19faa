import { CustomElement } from 'aurelia';

export const Card = CustomElement.define(
  {
    name: 'painting-card',
    bindables: ['painting', 'chosen', 'onChoose'],
    template: `
<div class="card \${chosen ? 'chosen' : ''}" click.trigger="onChoose()">
  <strong>\${painting.title}</strong><br>\${painting.painter}, \${painting.year}<br>
  <em>\${painting.restorer}</em> <span if.bind="painting.urgent">urgent</span>
</div>`,
  },
  class PaintingCard {
    painting;
    chosen = false;
    onChoose;
  },
);
