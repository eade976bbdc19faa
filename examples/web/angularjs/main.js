/** A harbour: AngularJS with a controller and a service. */
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
  ]);
