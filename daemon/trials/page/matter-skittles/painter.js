export class Painter {
  constructor(canvas) {
    this.pen = canvas.getContext('2d');
  }

  disc({ x, y }, radius, fill) {
    this.pen.beginPath();
    this.pen.arc(x, y, radius, 0, 2 * Math.PI);
    this.pen.fillStyle = fill;
    this.pen.fill();
  }

  draw({ alley, match, aim, lamp }) {
    const { pen } = this;
    pen.fillStyle = lamp ? alley.wood : '#6b5237';
    pen.fillRect(0, 0, alley.width, alley.length);
    for (const { position, plugin } of alley.pins) this.disc(position, 10, plugin.fallen ? '#a33' : '#fff8e7');
    this.disc(alley.ball.position, 17, '#223');
    if (!alley.rolling) {
      const angle = (aim.degrees * Math.PI) / 180;
      pen.beginPath();
      pen.moveTo(alley.ball.position.x, 640);
      pen.lineTo(alley.ball.position.x + Math.sin(angle) * aim.strength * 9, 640 - Math.cos(angle) * aim.strength * 9);
      pen.strokeStyle = '#223';
      pen.stroke();
    }
    pen.fillStyle = '#223';
    pen.font = '13px sans-serif';
    for (const [index, { name, points }] of match.players.entries())
      pen.fillText(`${index === match.turn ? '> ' : ''}${name} ${points}`, 20, 300 + index * 18);
    pen.fillText(`Round ${match.round} of ${match.rounds}`, 20, 360);
  }
}
