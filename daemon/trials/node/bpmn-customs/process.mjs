/** How a parcel passes the customs: it is weighed, somebody inspects it, dear ones are taxed, and it is let go. */
export const source = `<?xml version="1.0" encoding="UTF-8"?>
<definitions id="customs" xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="http://customs.example">
  <process id="clearance" name="Clearance" isExecutable="true">
    <startEvent id="arrived" name="Arrived" />
    <sequenceFlow id="toInspect" sourceRef="arrived" targetRef="inspect" />
    <userTask id="inspect" name="Inspect the parcel" />
    <sequenceFlow id="toDear" sourceRef="inspect" targetRef="dear" />
    <exclusiveGateway id="dear" default="toRelease" />
    <sequenceFlow id="toTax" sourceRef="dear" targetRef="tax">
      <conditionExpression xsi:type="tFormalExpression" language="javascript">next(null, this.environment.variables.worth &gt; 150)</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="toRelease" sourceRef="dear" targetRef="release" />
    <userTask id="tax" name="Collect the tax" />
    <sequenceFlow id="taxed" sourceRef="tax" targetRef="release" />
    <userTask id="release" name="Let it go" />
    <sequenceFlow id="toEnd" sourceRef="release" targetRef="gone" />
    <endEvent id="gone" />
  </process>
</definitions>`;
