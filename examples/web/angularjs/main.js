/** A harbour: AngularJS with a controller, a service and a component. */
import angular from 'angular';

angular
  .module('harbour', [])
  .service('tides', function tides() {
    this.next = { high: '14:20', low: '20:35' };
  })
  .controller('BerthController', [
    '$scope',
    'tides',
    function berths($scope, tides) {
      $scope.harbour = 'North pier';
      $scope.berths = [{ ship: 'Aurora', pier: 3 }];
      $scope.tide = tides.next;
      $scope.moor = (ship, pier) => $scope.berths.push({ ship, pier });
      this.onDuty = 'Ines';
    },
  ])
  .component('tideGauge', {
    template: '<p>Gauge: {{ $ctrl.level }} m</p>',
    controller: function gauge() {
      this.level = 4.2;
    },
  });
