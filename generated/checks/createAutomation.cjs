// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["name"],"properties":{"name":{"type":"string","minLength":1,"maxLength":255},"status":{"default":"disabled","allOf":[{"type":"string","enum":["enabled","disabled"]}]},"steps":{"x-shared-field":"AutomationSteps"},"connections":{"type":"array","items":{"type":"object","required":["from","to"],"properties":{"from":{"type":"string","minLength":1,"maxLength":255},"to":{"$ref":"#/properties/requestBody/properties/connections/items/properties/from"},"type":{"default":"default","allOf":[{"type":"string","enum":["default","condition_met","condition_not_met","event_received","timeout"]}]}}},"maxItems":450},"settings":{"x-shared-field":"AutomationSettingsInput"}},"dependentRequired":{"steps":["connections"],"connections":["steps"]}}},"required":["requestBody"]};
const schema1 = {"type":"string","minLength":1,"maxLength":255};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const validate1 = require("./AutomationSteps.field.cjs")(words);
const validate2 = require("./AutomationSettingsInput.field.cjs")(words);

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.requestBody === undefined) && (missing0 = "requestBody")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.requestBody !== undefined){
let data0 = data.requestBody;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.status === undefined){
data0.status = "disabled";
}
let missing1;
if((data0.name === undefined) && (missing1 = "name")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.name !== undefined){
let data1 = data0.name;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func0(data1, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
else {
if(func1(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.name.type,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let data2 = data0.status;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/status",schemaPath:"#/properties/requestBody/properties/status/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.status.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.status.allOf[0],data:data2}];
return false;
}
if(!((data2 === "enabled") || (data2 === "disabled"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/status",schemaPath:"#/properties/requestBody/properties/status/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.status.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.status.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.status.allOf[0],data:data2}];
return false;
}
var valid1 = _errs6 === errors;
if(valid1){
if(data0.steps !== undefined){
const _errs9 = errors;
if(!(validate1(data0.steps, {instancePath:instancePath+"/requestBody/steps",parentData:data0,parentDataProperty:"steps",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.connections !== undefined){
let data4 = data0.connections;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data4)){
if(data4.length > 450){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections",schemaPath:"#/properties/requestBody/properties/connections/maxItems",keyword:"maxItems",params:{limit: 450},message:"must NOT have more than 450 items",schema:450,parentSchema:schema0.properties.requestBody.properties.connections,data:data4}];
return false;
}
else {
var valid3 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.type === undefined){
data5.type = "default";
}
let missing2;
if(((data5.from === undefined) && (missing2 = "from")) || ((data5.to === undefined) && (missing2 = "to"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0,schemaPath:"#/properties/requestBody/properties/connections/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.connections.items.required,parentSchema:schema0.properties.requestBody.properties.connections.items,data:data5}];
return false;
}
else {
if(data5.from !== undefined){
let data6 = data5.from;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(func0(data6, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/from",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.from,data:data6}];
return false;
}
else {
if(func1(data6, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/from",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.from,data:data6}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/from",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.connections.items.properties.from.type,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.from,data:data6}];
return false;
}
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data5.to !== undefined){
let data7 = data5.to;
const _errs16 = errors;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data7 === "string"){
if(func0(data7, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/to",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data7}];
return false;
}
else {
if(func1(data7, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/to",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data7}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/to",schemaPath:"#/properties/requestBody/properties/connections/items/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data7}];
return false;
}
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
if(valid4){
let data8 = data5.type;
const _errs19 = errors;
if(typeof data8 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/connections/items/properties/type/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0],data:data8}];
return false;
}
if(!(((((data8 === "default") || (data8 === "condition_met")) || (data8 === "condition_not_met")) || (data8 === "event_received")) || (data8 === "timeout"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0+"/type",schemaPath:"#/properties/requestBody/properties/connections/items/properties/type/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.connections.items.properties.type.allOf[0],data:data8}];
return false;
}
var valid4 = _errs19 === errors;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections/" + i0,schemaPath:"#/properties/requestBody/properties/connections/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.connections.items.type,parentSchema:schema0.properties.requestBody.properties.connections.items,data:data5}];
return false;
}
}
var valid3 = _errs12 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/connections",schemaPath:"#/properties/requestBody/properties/connections/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.connections.type,parentSchema:schema0.properties.requestBody.properties.connections,data:data4}];
return false;
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.settings !== undefined){
const _errs22 = errors;
if(!(validate2(data0.settings, {instancePath:instancePath+"/requestBody/settings",parentData:data0,parentDataProperty:"settings",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate2.errors : vErrors.concat(validate2.errors);
errors = vErrors.length;
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let missing3;
if(data0.steps !== undefined && ((data0.connections === undefined) && (missing3 = "connections"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/dependentRequired",keyword:"dependentRequired",params:{property: "steps",
    missingProperty: missing3,
    depsCount: 1,
    deps: "connections"},message:"must have property connections when property steps is present",schema:schema0.properties.requestBody.dependentRequired,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.connections !== undefined && ((data0.steps === undefined) && (missing3 = "steps"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/dependentRequired",keyword:"dependentRequired",params:{property: "connections",
    missingProperty: missing3,
    depsCount: 1,
    deps: "steps"},message:"must have property steps when property connections is present",schema:schema0.properties.requestBody.dependentRequired,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
}
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
return module.exports
})({}),
require("./getJwks.parameters.cjs")(words),
]
