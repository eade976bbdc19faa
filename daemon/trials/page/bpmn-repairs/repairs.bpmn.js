export default `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="Definitions_1" targetNamespace="http://repairs.example/bpmn">
  <bpmn:process id="repair" name="Repair a bicycle" isExecutable="true">
    <bpmn:startEvent id="brought" name="Bicycle brought in"><bpmn:outgoing>f1</bpmn:outgoing></bpmn:startEvent>
    <bpmn:userTask id="inspect" name="Inspect the frame"><bpmn:documentation>Look for cracks first</bpmn:documentation><bpmn:incoming>f1</bpmn:incoming><bpmn:outgoing>f2</bpmn:outgoing></bpmn:userTask>
    <bpmn:exclusiveGateway id="worth" name="Worth repairing?"><bpmn:incoming>f2</bpmn:incoming><bpmn:outgoing>f3</bpmn:outgoing><bpmn:outgoing>f4</bpmn:outgoing></bpmn:exclusiveGateway>
    <bpmn:serviceTask id="parts" name="Order parts"><bpmn:incoming>f3</bpmn:incoming><bpmn:outgoing>f5</bpmn:outgoing></bpmn:serviceTask>
    <bpmn:endEvent id="fixed" name="Fixed"><bpmn:incoming>f5</bpmn:incoming></bpmn:endEvent>
    <bpmn:endEvent id="scrapped" name="Scrapped"><bpmn:incoming>f4</bpmn:incoming></bpmn:endEvent>
    <bpmn:sequenceFlow id="f1" sourceRef="brought" targetRef="inspect" />
    <bpmn:sequenceFlow id="f2" sourceRef="inspect" targetRef="worth" />
    <bpmn:sequenceFlow id="f3" name="under 80 euros" sourceRef="worth" targetRef="parts" />
    <bpmn:sequenceFlow id="f4" name="too dear" sourceRef="worth" targetRef="scrapped" />
    <bpmn:sequenceFlow id="f5" sourceRef="parts" targetRef="fixed" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="repair">
    <bpmndi:BPMNShape id="s1" bpmnElement="brought"><dc:Bounds x="150" y="180" width="36" height="36" /></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="s2" bpmnElement="inspect"><dc:Bounds x="240" y="158" width="100" height="80" /></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="s3" bpmnElement="worth" isMarkerVisible="true"><dc:Bounds x="395" y="173" width="50" height="50" /></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="s4" bpmnElement="parts"><dc:Bounds x="520" y="158" width="100" height="80" /></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="s5" bpmnElement="fixed"><dc:Bounds x="690" y="180" width="36" height="36" /></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="s6" bpmnElement="scrapped"><dc:Bounds x="552" y="302" width="36" height="36" /></bpmndi:BPMNShape>
    <bpmndi:BPMNEdge id="e1" bpmnElement="f1"><di:waypoint x="186" y="198" /><di:waypoint x="240" y="198" /></bpmndi:BPMNEdge>
    <bpmndi:BPMNEdge id="e2" bpmnElement="f2"><di:waypoint x="340" y="198" /><di:waypoint x="395" y="198" /></bpmndi:BPMNEdge>
    <bpmndi:BPMNEdge id="e3" bpmnElement="f3"><di:waypoint x="445" y="198" /><di:waypoint x="520" y="198" /></bpmndi:BPMNEdge>
    <bpmndi:BPMNEdge id="e4" bpmnElement="f4"><di:waypoint x="420" y="223" /><di:waypoint x="420" y="320" /><di:waypoint x="552" y="320" /></bpmndi:BPMNEdge>
    <bpmndi:BPMNEdge id="e5" bpmnElement="f5"><di:waypoint x="620" y="198" /><di:waypoint x="690" y="198" /></bpmndi:BPMNEdge>
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>`;
