// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"instructions":{"maxLength":4000,"type":["string","null"]},"tone":{"type":["string","null"],"enum":["concise_professional","concise_casual","expanded_professional","expanded_casual",null]},"actions":{"type":"array","items":{"type":"string","enum":["draft_reply","forward_thread","add_labels","assign_thread","mark_as_spam","archive","move_to_trash"]},"maxItems":7}},"x-at-least-one-of":[["instructions"],["tone"],["actions"]]}},"required":["requestBody"]};
const func0 = words.hasOneOf;
const func1 = words.isLongerThan;

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
if(!func0(schema0.properties.requestBody["x-at-least-one-of"], data0)){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/x-at-least-one-of",keyword:"x-at-least-one-of",params:{},message:"must pass \"x-at-least-one-of\" keyword validation",schema:schema0.properties.requestBody["x-at-least-one-of"],parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.instructions !== undefined){
let data1 = data0.instructions;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/instructions",schemaPath:"#/properties/requestBody/properties/instructions/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.instructions.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.instructions.type,parentSchema:schema0.properties.requestBody.properties.instructions,data:data1}];
return false;
}
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1, 4000)){
validate0.errors = [{instancePath:instancePath+"/requestBody/instructions",schemaPath:"#/properties/requestBody/properties/instructions/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters",schema:4000,parentSchema:schema0.properties.requestBody.properties.instructions,data:data1}];
return false;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.tone !== undefined){
let data2 = data0.tone;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/tone",schemaPath:"#/properties/requestBody/properties/tone/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.tone.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.tone.type,parentSchema:schema0.properties.requestBody.properties.tone,data:data2}];
return false;
}
if(!(((((data2 === "concise_professional") || (data2 === "concise_casual")) || (data2 === "expanded_professional")) || (data2 === "expanded_casual")) || (data2 === null))){
validate0.errors = [{instancePath:instancePath+"/requestBody/tone",schemaPath:"#/properties/requestBody/properties/tone/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.tone.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.tone.enum,parentSchema:schema0.properties.requestBody.properties.tone,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.actions !== undefined){
let data3 = data0.actions;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data3)){
if(data3.length > 7){
validate0.errors = [{instancePath:instancePath+"/requestBody/actions",schemaPath:"#/properties/requestBody/properties/actions/maxItems",keyword:"maxItems",params:{limit: 7},message:"must NOT have more than 7 items",schema:7,parentSchema:schema0.properties.requestBody.properties.actions,data:data3}];
return false;
}
else {
var valid2 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs10 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/actions/" + i0,schemaPath:"#/properties/requestBody/properties/actions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.actions.items.type,parentSchema:schema0.properties.requestBody.properties.actions.items,data:data4}];
return false;
}
if(!(((((((data4 === "draft_reply") || (data4 === "forward_thread")) || (data4 === "add_labels")) || (data4 === "assign_thread")) || (data4 === "mark_as_spam")) || (data4 === "archive")) || (data4 === "move_to_trash"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/actions/" + i0,schemaPath:"#/properties/requestBody/properties/actions/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.actions.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.actions.items.enum,parentSchema:schema0.properties.requestBody.properties.actions.items,data:data4}];
return false;
}
var valid2 = _errs10 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/actions",schemaPath:"#/properties/requestBody/properties/actions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.actions.type,parentSchema:schema0.properties.requestBody.properties.actions,data:data3}];
return false;
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
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
require("./getInbox.parameters.cjs")(words),
]
