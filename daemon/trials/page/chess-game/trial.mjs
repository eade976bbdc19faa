/** chess.js for the rules, chessboard.js on jQuery for the board; the game is a variable of a module. */
export default {
  get: { npm: { 'chess.js': '1.4.0', '@chrisoakman/chessboardjs': '1.0.0', jquery: '3.7.1' } },
  page: '/',
  ready: () => document.getElementById('pgn').textContent !== '',
};
