// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"anyOf":[{"type":"array","items":{"type":"object","required":["id","subscription"],"properties":{"id":{"type":"string","format":"uuid","x-in-lower-case":true},"subscription":{"type":"string","enum":["opt_in","opt_out"]}}},"maxItems":200},{"type":"object","required":["topics"],"properties":{"topics":{"$ref":"#/properties/requestBody/anyOf/0"}}}]}},"required":["requestBody"]};
const schema1 = {"type":"array","items":{"type":"object","required":["id","subscription"],"properties":{"id":{"type":"string","format":"uuid","x-in-lower-case":true},"subscription":{"type":"string","enum":["opt_in","opt_out"]}}},"maxItems":200};
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

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
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data0)){
if(data0.length > 200){
const err0 = {instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/anyOf/0/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items",schema:200,parentSchema:schema0.properties.requestBody.anyOf[0],data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
var valid2 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs6 = errors;
if(errors === _errs6){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.id === undefined) && (missing1 = "id")) || ((data1.subscription === undefined) && (missing1 = "subscription"))){
const err1 = {instancePath:instancePath+"/requestBody/" + i0,schemaPath:"#/properties/requestBody/anyOf/0/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.anyOf[0].items.required,parentSchema:schema0.properties.requestBody.anyOf[0].items,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
if(data1.id !== undefined){
let data2 = data1.id;
const _errs8 = errors;
if(errors === _errs8){
if(errors === _errs8){
if(typeof data2 === "string"){
if(!(formats0.test(data2))){
const err2 = {instancePath:instancePath+"/requestBody/" + i0+"/id",schemaPath:"#/properties/requestBody/anyOf/0/items/properties/id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.anyOf[0].items.properties.id,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(/[A-Z]/.test(data2)){
data2 = data2.toLowerCase();
data1["id"] = data2;
}
}
}
else {
const err3 = {instancePath:instancePath+"/requestBody/" + i0+"/id",schemaPath:"#/properties/requestBody/anyOf/0/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.anyOf[0].items.properties.id.type,parentSchema:schema0.properties.requestBody.anyOf[0].items.properties.id,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data1.subscription !== undefined){
let data3 = data1.subscription;
const _errs10 = errors;
if(typeof data3 !== "string"){
const err4 = {instancePath:instancePath+"/requestBody/" + i0+"/subscription",schemaPath:"#/properties/requestBody/anyOf/0/items/properties/subscription/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.anyOf[0].items.properties.subscription.type,parentSchema:schema0.properties.requestBody.anyOf[0].items.properties.subscription,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!((data3 === "opt_in") || (data3 === "opt_out"))){
const err5 = {instancePath:instancePath+"/requestBody/" + i0+"/subscription",schemaPath:"#/properties/requestBody/anyOf/0/items/properties/subscription/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.anyOf[0].items.properties.subscription.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.anyOf[0].items.properties.subscription.enum,parentSchema:schema0.properties.requestBody.anyOf[0].items.properties.subscription,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
const err6 = {instancePath:instancePath+"/requestBody/" + i0,schemaPath:"#/properties/requestBody/anyOf/0/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.anyOf[0].items.type,parentSchema:schema0.properties.requestBody.anyOf[0].items,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
}
else {
const err7 = {instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/anyOf/0/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.anyOf[0].type,parentSchema:schema0.properties.requestBody.anyOf[0],data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
const _errs12 = errors;
if(errors === _errs12){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing2;
if((data0.topics === undefined) && (missing2 = "topics")){
const err8 = {instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/anyOf/1/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.anyOf[1].required,parentSchema:schema0.properties.requestBody.anyOf[1],data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
if(data0.topics !== undefined){
let data4 = data0.topics;
const _errs15 = errors;
if(errors === _errs15){
if(Array.isArray(data4)){
if(data4.length > 200){
const err9 = {instancePath:instancePath+"/requestBody/topics",schemaPath:"#/properties/requestBody/anyOf/0/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items",schema:200,parentSchema:schema1,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
var valid6 = true;
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
const _errs17 = errors;
if(errors === _errs17){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing3;
if(((data5.id === undefined) && (missing3 = "id")) || ((data5.subscription === undefined) && (missing3 = "subscription"))){
const err10 = {instancePath:instancePath+"/requestBody/topics/" + i1,schemaPath:"#/properties/requestBody/anyOf/0/items/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema1.items.required,parentSchema:schema1.items,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
if(data5.id !== undefined){
let data6 = data5.id;
const _errs19 = errors;
if(errors === _errs19){
if(errors === _errs19){
if(typeof data6 === "string"){
if(!(formats0.test(data6))){
const err11 = {instancePath:instancePath+"/requestBody/topics/" + i1+"/id",schemaPath:"#/properties/requestBody/anyOf/0/items/properties/id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema1.items.properties.id,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
if(/[A-Z]/.test(data6)){
data6 = data6.toLowerCase();
data5["id"] = data6;
}
}
}
else {
const err12 = {instancePath:instancePath+"/requestBody/topics/" + i1+"/id",schemaPath:"#/properties/requestBody/anyOf/0/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.items.properties.id.type,parentSchema:schema1.items.properties.id,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
var valid7 = _errs19 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data5.subscription !== undefined){
let data7 = data5.subscription;
const _errs21 = errors;
if(typeof data7 !== "string"){
const err13 = {instancePath:instancePath+"/requestBody/topics/" + i1+"/subscription",schemaPath:"#/properties/requestBody/anyOf/0/items/properties/subscription/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.items.properties.subscription.type,parentSchema:schema1.items.properties.subscription,data:data7};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!((data7 === "opt_in") || (data7 === "opt_out"))){
const err14 = {instancePath:instancePath+"/requestBody/topics/" + i1+"/subscription",schemaPath:"#/properties/requestBody/anyOf/0/items/properties/subscription/enum",keyword:"enum",params:{allowedValues: schema1.items.properties.subscription.enum},message:"must be equal to one of the allowed values",schema:schema1.items.properties.subscription.enum,parentSchema:schema1.items.properties.subscription,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var valid7 = _errs21 === errors;
}
else {
var valid7 = true;
}
}
}
}
else {
const err15 = {instancePath:instancePath+"/requestBody/topics/" + i1,schemaPath:"#/properties/requestBody/anyOf/0/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema1.items.type,parentSchema:schema1.items,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var valid6 = _errs17 === errors;
if(!valid6){
break;
}
}
}
}
else {
const err16 = {instancePath:instancePath+"/requestBody/topics",schemaPath:"#/properties/requestBody/anyOf/0/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema1.type,parentSchema:schema1,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
}
}
else {
const err17 = {instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.anyOf[1].type,parentSchema:schema0.properties.requestBody.anyOf[1],data:data0};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid0 = _errs12 === errors;
valid1 = valid1 || _valid0;
if(_valid0){
var props0 = {};
props0.topics = true;
}
if(!valid1){
const err18 = {instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.anyOf,parentSchema:schema0.properties.requestBody,data:data0};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
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
require("./getContact.parameters.cjs")(words),
]
