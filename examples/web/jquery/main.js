/** A ferry's deck: jQuery listeners, and the state in the closures that they come from. */
import $ from 'jquery';

const board = (root, { ferry, room }) => {
  const deck = { ferry, room, vehicles: [{ plate: 'KL-204', metres: 5 }] };
  const render = () => {
    const taken = deck.vehicles.reduce((sum, { metres }) => sum + metres, 0);
    root.find('.left').text(`${deck.room - taken} m left`);
  };
  root.on('click', '.admit', () => {
    deck.vehicles.push({ plate: `LK-${300 + deck.vehicles.length}`, metres: 4 });
    render();
  });
  render();
};

$('#app').html('<h1>Deck</h1><p class="left"></p><button type="button" class="admit">Admit a car</button>');
board($('#app'), { ferry: 'Halcyon', room: 60 });
