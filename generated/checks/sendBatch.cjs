// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"array","items":{"type":"object","required":["to"],"properties":{"from":{"type":["string","null"]},"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#/properties/requestBody/items/properties/to/anyOf/0"}}]},"cc":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/items/properties/to/anyOf/0"}}]},"bcc":{"anyOf":[{"$ref":"#/properties/requestBody/items/properties/cc/anyOf/0"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/items/properties/to/anyOf/0"}}]},"reply_to":{"anyOf":[{"$ref":"#/properties/requestBody/items/properties/cc/anyOf/0"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/items/properties/to/anyOf/0"}}]},"subject":{"type":["string","null"]},"html":{"type":["string","null"]},"text":{"type":["string","null"]},"headers":{"anyOf":[{"type":"object","additionalProperties":{"type":"string"}},{"type":"null"}]},"tags":{"type":["array","null"],"items":{"type":"object","required":["name","value"],"properties":{"name":{"type":"string"},"value":{"$ref":"#/properties/requestBody/items/properties/tags/items/properties/name"}}}},"template":{"anyOf":[{"type":"object","required":["id"],"properties":{"id":{"type":"string"},"variables":{"type":["object","null"],"additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"}]}}}},{"type":"null"}]},"attachments":{"type":["array","null"],"items":{"type":"object","properties":{"content":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"type":"integer","format":"int32"}},{"type":"object","required":["type","data"],"properties":{"type":{"type":"string","enum":["Buffer"]},"data":{"type":"array","items":{"$ref":"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/1/items"}}}}],"x-not-logged":true},"path":{"type":["string","null"]},"filename":{"anyOf":[{"type":"string"},{"type":["boolean","null"]}]},"contentType":{"type":["string","null"]},"content_type":{"type":["string","null"]},"content_id":{"type":["string","null"]},"inline_content_id":{"type":["string","null"]}}}},"scheduled_at":{"type":["string","null"]},"topic_id":{"type":["string","null"],"format":"uuid","x-in-lower-case":true}}},"minItems":1,"maxItems":100}},"required":["requestBody"]};
const schema1 = {"type":"string"};
const schema3 = {"type":"string"};
const schema7 = {"type":"string"};
const schema8 = {"type":"integer","format":"int32"};
const formats0 = require("ajv-formats/dist/formats").fullFormats.double;
const formats2 = require("ajv-formats/dist/formats").fullFormats.int32;
const formats6 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

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
if(Array.isArray(data0)){
if(data0.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((data1.to === undefined) && (missing1 = "to")){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0,schemaPath:"#/properties/requestBody/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.items.required,parentSchema:schema0.properties.requestBody.items,data:data1}];
return false;
}
else {
if(data1.from !== undefined){
let data2 = data1.from;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/from",schemaPath:"#/properties/requestBody/items/properties/from/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.from.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.from.type,parentSchema:schema0.properties.requestBody.items.properties.from,data:data2}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.to !== undefined){
let data3 = data1.to;
const _errs8 = errors;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data3 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/" + i0+"/to",schemaPath:"#/properties/requestBody/items/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.items.properties.to.anyOf[0].type,parentSchema:schema0.properties.requestBody.items.properties.to.anyOf[0],data:data3};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(errors === _errs12){
if(Array.isArray(data3)){
var valid4 = true;
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
const _errs14 = errors;
if(typeof data4 !== "string"){
const err1 = {instancePath:instancePath+"/requestBody/" + i0+"/to/" + i1,schemaPath:"#/properties/requestBody/items/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data4};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid4 = _errs14 === errors;
if(!valid4){
break;
}
}
}
else {
const err2 = {instancePath:instancePath+"/requestBody/" + i0+"/to",schemaPath:"#/properties/requestBody/items/properties/to/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.items.properties.to.anyOf[1].type,parentSchema:schema0.properties.requestBody.items.properties.to.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err3 = {instancePath:instancePath+"/requestBody/" + i0+"/to",schemaPath:"#/properties/requestBody/items/properties/to/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.items.properties.to.anyOf,parentSchema:schema0.properties.requestBody.items.properties.to,data:data3};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.cc !== undefined){
let data5 = data1.cc;
const _errs17 = errors;
const _errs18 = errors;
let valid6 = false;
const _errs19 = errors;
if(typeof data5 !== "string"){
const err4 = {instancePath:instancePath+"/requestBody/" + i0+"/cc",schemaPath:"#/properties/requestBody/items/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.items.properties.cc.anyOf[0].type,parentSchema:schema0.properties.requestBody.items.properties.cc.anyOf[0],data:data5};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid1 = _errs19 === errors;
valid6 = valid6 || _valid1;
const _errs21 = errors;
if((!(Array.isArray(data5))) && (data5 !== null)){
const err5 = {instancePath:instancePath+"/requestBody/" + i0+"/cc",schemaPath:"#/properties/requestBody/items/properties/cc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.cc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.items.properties.cc.anyOf[1].type,parentSchema:schema0.properties.requestBody.items.properties.cc.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(errors === _errs21){
if(Array.isArray(data5)){
var valid7 = true;
const len2 = data5.length;
for(let i2=0; i2<len2; i2++){
let data6 = data5[i2];
const _errs23 = errors;
if(typeof data6 !== "string"){
const err6 = {instancePath:instancePath+"/requestBody/" + i0+"/cc/" + i2,schemaPath:"#/properties/requestBody/items/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data6};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid7 = _errs23 === errors;
if(!valid7){
break;
}
}
}
}
var _valid1 = _errs21 === errors;
valid6 = valid6 || _valid1;
if(!valid6){
const err7 = {instancePath:instancePath+"/requestBody/" + i0+"/cc",schemaPath:"#/properties/requestBody/items/properties/cc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.items.properties.cc.anyOf,parentSchema:schema0.properties.requestBody.items.properties.cc,data:data5};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.bcc !== undefined){
let data7 = data1.bcc;
const _errs26 = errors;
const _errs27 = errors;
let valid9 = false;
const _errs28 = errors;
if(typeof data7 !== "string"){
const err8 = {instancePath:instancePath+"/requestBody/" + i0+"/bcc",schemaPath:"#/properties/requestBody/items/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.type,parentSchema:schema3,data:data7};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid2 = _errs28 === errors;
valid9 = valid9 || _valid2;
const _errs31 = errors;
if((!(Array.isArray(data7))) && (data7 !== null)){
const err9 = {instancePath:instancePath+"/requestBody/" + i0+"/bcc",schemaPath:"#/properties/requestBody/items/properties/bcc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.bcc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.items.properties.bcc.anyOf[1].type,parentSchema:schema0.properties.requestBody.items.properties.bcc.anyOf[1],data:data7};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(errors === _errs31){
if(Array.isArray(data7)){
var valid11 = true;
const len3 = data7.length;
for(let i3=0; i3<len3; i3++){
let data8 = data7[i3];
const _errs33 = errors;
if(typeof data8 !== "string"){
const err10 = {instancePath:instancePath+"/requestBody/" + i0+"/bcc/" + i3,schemaPath:"#/properties/requestBody/items/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data8};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid11 = _errs33 === errors;
if(!valid11){
break;
}
}
}
}
var _valid2 = _errs31 === errors;
valid9 = valid9 || _valid2;
if(!valid9){
const err11 = {instancePath:instancePath+"/requestBody/" + i0+"/bcc",schemaPath:"#/properties/requestBody/items/properties/bcc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.items.properties.bcc.anyOf,parentSchema:schema0.properties.requestBody.items.properties.bcc,data:data7};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.reply_to !== undefined){
let data9 = data1.reply_to;
const _errs36 = errors;
const _errs37 = errors;
let valid13 = false;
const _errs38 = errors;
if(typeof data9 !== "string"){
const err12 = {instancePath:instancePath+"/requestBody/" + i0+"/reply_to",schemaPath:"#/properties/requestBody/items/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.type,parentSchema:schema3,data:data9};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid3 = _errs38 === errors;
valid13 = valid13 || _valid3;
const _errs41 = errors;
if((!(Array.isArray(data9))) && (data9 !== null)){
const err13 = {instancePath:instancePath+"/requestBody/" + i0+"/reply_to",schemaPath:"#/properties/requestBody/items/properties/reply_to/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.reply_to.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.items.properties.reply_to.anyOf[1].type,parentSchema:schema0.properties.requestBody.items.properties.reply_to.anyOf[1],data:data9};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(errors === _errs41){
if(Array.isArray(data9)){
var valid15 = true;
const len4 = data9.length;
for(let i4=0; i4<len4; i4++){
let data10 = data9[i4];
const _errs43 = errors;
if(typeof data10 !== "string"){
const err14 = {instancePath:instancePath+"/requestBody/" + i0+"/reply_to/" + i4,schemaPath:"#/properties/requestBody/items/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data10};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var valid15 = _errs43 === errors;
if(!valid15){
break;
}
}
}
}
var _valid3 = _errs41 === errors;
valid13 = valid13 || _valid3;
if(!valid13){
const err15 = {instancePath:instancePath+"/requestBody/" + i0+"/reply_to",schemaPath:"#/properties/requestBody/items/properties/reply_to/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.items.properties.reply_to.anyOf,parentSchema:schema0.properties.requestBody.items.properties.reply_to,data:data9};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs37;
if(vErrors !== null){
if(_errs37){
vErrors.length = _errs37;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs36 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.subject !== undefined){
let data11 = data1.subject;
const _errs46 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/subject",schemaPath:"#/properties/requestBody/items/properties/subject/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.subject.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.subject.type,parentSchema:schema0.properties.requestBody.items.properties.subject,data:data11}];
return false;
}
var valid2 = _errs46 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.html !== undefined){
let data12 = data1.html;
const _errs48 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/html",schemaPath:"#/properties/requestBody/items/properties/html/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.html.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.html.type,parentSchema:schema0.properties.requestBody.items.properties.html,data:data12}];
return false;
}
var valid2 = _errs48 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.text !== undefined){
let data13 = data1.text;
const _errs50 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/text",schemaPath:"#/properties/requestBody/items/properties/text/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.text.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.text.type,parentSchema:schema0.properties.requestBody.items.properties.text,data:data13}];
return false;
}
var valid2 = _errs50 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.headers !== undefined){
let data14 = data1.headers;
const _errs52 = errors;
const _errs53 = errors;
let valid17 = false;
const _errs54 = errors;
if(errors === _errs54){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key0 in data14){
let data15 = data14[key0];
const _errs57 = errors;
if(typeof data15 !== "string"){
const err16 = {instancePath:instancePath+"/requestBody/" + i0+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/items/properties/headers/anyOf/0/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.items.properties.headers.anyOf[0].additionalProperties.type,parentSchema:schema0.properties.requestBody.items.properties.headers.anyOf[0].additionalProperties,data:data15};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var valid18 = _errs57 === errors;
if(!valid18){
break;
}
}
}
else {
const err17 = {instancePath:instancePath+"/requestBody/" + i0+"/headers",schemaPath:"#/properties/requestBody/items/properties/headers/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.items.properties.headers.anyOf[0].type,parentSchema:schema0.properties.requestBody.items.properties.headers.anyOf[0],data:data14};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid4 = _errs54 === errors;
valid17 = valid17 || _valid4;
const _errs59 = errors;
if(data14 !== null){
const err18 = {instancePath:instancePath+"/requestBody/" + i0+"/headers",schemaPath:"#/properties/requestBody/items/properties/headers/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.items.properties.headers.anyOf[1].type,parentSchema:schema0.properties.requestBody.items.properties.headers.anyOf[1],data:data14};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid4 = _errs59 === errors;
valid17 = valid17 || _valid4;
if(!valid17){
const err19 = {instancePath:instancePath+"/requestBody/" + i0+"/headers",schemaPath:"#/properties/requestBody/items/properties/headers/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.items.properties.headers.anyOf,parentSchema:schema0.properties.requestBody.items.properties.headers,data:data14};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs53;
if(vErrors !== null){
if(_errs53){
vErrors.length = _errs53;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs52 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.tags !== undefined){
let data16 = data1.tags;
const _errs61 = errors;
if((!(Array.isArray(data16))) && (data16 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/tags",schemaPath:"#/properties/requestBody/items/properties/tags/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.tags.type},message:"must be array,null",schema:schema0.properties.requestBody.items.properties.tags.type,parentSchema:schema0.properties.requestBody.items.properties.tags,data:data16}];
return false;
}
if(errors === _errs61){
if(Array.isArray(data16)){
var valid19 = true;
const len5 = data16.length;
for(let i5=0; i5<len5; i5++){
let data17 = data16[i5];
const _errs63 = errors;
if(errors === _errs63){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
let missing2;
if(((data17.name === undefined) && (missing2 = "name")) || ((data17.value === undefined) && (missing2 = "value"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/tags/" + i5,schemaPath:"#/properties/requestBody/items/properties/tags/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.items.properties.tags.items.required,parentSchema:schema0.properties.requestBody.items.properties.tags.items,data:data17}];
return false;
}
else {
if(data17.name !== undefined){
let data18 = data17.name;
const _errs65 = errors;
if(typeof data18 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/tags/" + i5+"/name",schemaPath:"#/properties/requestBody/items/properties/tags/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.items.properties.tags.items.properties.name.type,parentSchema:schema0.properties.requestBody.items.properties.tags.items.properties.name,data:data18}];
return false;
}
var valid20 = _errs65 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data17.value !== undefined){
let data19 = data17.value;
const _errs67 = errors;
if(typeof data19 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/tags/" + i5+"/value",schemaPath:"#/properties/requestBody/items/properties/tags/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema7.type,parentSchema:schema7,data:data19}];
return false;
}
var valid20 = _errs67 === errors;
}
else {
var valid20 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/tags/" + i5,schemaPath:"#/properties/requestBody/items/properties/tags/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.items.properties.tags.items.type,parentSchema:schema0.properties.requestBody.items.properties.tags.items,data:data17}];
return false;
}
}
var valid19 = _errs63 === errors;
if(!valid19){
break;
}
}
}
}
var valid2 = _errs61 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.template !== undefined){
let data20 = data1.template;
const _errs70 = errors;
const _errs71 = errors;
let valid22 = false;
const _errs72 = errors;
if(errors === _errs72){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing3;
if((data20.id === undefined) && (missing3 = "id")){
const err20 = {instancePath:instancePath+"/requestBody/" + i0+"/template",schemaPath:"#/properties/requestBody/items/properties/template/anyOf/0/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.items.properties.template.anyOf[0].required,parentSchema:schema0.properties.requestBody.items.properties.template.anyOf[0],data:data20};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
else {
if(data20.id !== undefined){
let data21 = data20.id;
const _errs74 = errors;
if(typeof data21 !== "string"){
const err21 = {instancePath:instancePath+"/requestBody/" + i0+"/template/id",schemaPath:"#/properties/requestBody/items/properties/template/anyOf/0/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.id.type,parentSchema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.id,data:data21};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var valid23 = _errs74 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data20.variables !== undefined){
let data22 = data20.variables;
const _errs76 = errors;
if((!(data22 && typeof data22 == "object" && !Array.isArray(data22))) && (data22 !== null)){
const err22 = {instancePath:instancePath+"/requestBody/" + i0+"/template/variables",schemaPath:"#/properties/requestBody/items/properties/template/anyOf/0/properties/variables/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables.type},message:"must be object,null",schema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables.type,parentSchema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables,data:data22};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(errors === _errs76){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key1 in data22){
let data23 = data22[key1];
const _errs79 = errors;
const _errs80 = errors;
let valid25 = false;
const _errs81 = errors;
if(typeof data23 !== "string"){
const err23 = {instancePath:instancePath+"/requestBody/" + i0+"/template/variables/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/items/properties/template/anyOf/0/properties/variables/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[0],data:data23};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var _valid6 = _errs81 === errors;
valid25 = valid25 || _valid6;
const _errs83 = errors;
if(errors === _errs83){
if(typeof data23 == "number"){
if(!(formats0.validate(data23))){
const err24 = {instancePath:instancePath+"/requestBody/" + i0+"/template/variables/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/items/properties/template/anyOf/0/properties/variables/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[1],data:data23};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/requestBody/" + i0+"/template/variables/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/items/properties/template/anyOf/0/properties/variables/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[1],data:data23};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
var _valid6 = _errs83 === errors;
valid25 = valid25 || _valid6;
if(!valid25){
const err26 = {instancePath:instancePath+"/requestBody/" + i0+"/template/variables/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/items/properties/template/anyOf/0/properties/variables/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.items.properties.template.anyOf[0].properties.variables.additionalProperties,data:data23};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
else {
errors = _errs80;
if(vErrors !== null){
if(_errs80){
vErrors.length = _errs80;
}
else {
vErrors = null;
}
}
}
var valid24 = _errs79 === errors;
if(!valid24){
break;
}
}
}
}
var valid23 = _errs76 === errors;
}
else {
var valid23 = true;
}
}
}
}
else {
const err27 = {instancePath:instancePath+"/requestBody/" + i0+"/template",schemaPath:"#/properties/requestBody/items/properties/template/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.items.properties.template.anyOf[0].type,parentSchema:schema0.properties.requestBody.items.properties.template.anyOf[0],data:data20};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
var _valid5 = _errs72 === errors;
valid22 = valid22 || _valid5;
if(_valid5){
var props1 = {};
props1.id = true;
props1.variables = true;
}
const _errs85 = errors;
if(data20 !== null){
const err28 = {instancePath:instancePath+"/requestBody/" + i0+"/template",schemaPath:"#/properties/requestBody/items/properties/template/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.items.properties.template.anyOf[1].type,parentSchema:schema0.properties.requestBody.items.properties.template.anyOf[1],data:data20};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid5 = _errs85 === errors;
valid22 = valid22 || _valid5;
if(!valid22){
const err29 = {instancePath:instancePath+"/requestBody/" + i0+"/template",schemaPath:"#/properties/requestBody/items/properties/template/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.items.properties.template.anyOf,parentSchema:schema0.properties.requestBody.items.properties.template,data:data20};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs71;
if(vErrors !== null){
if(_errs71){
vErrors.length = _errs71;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs70 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.attachments !== undefined){
let data24 = data1.attachments;
const _errs87 = errors;
if((!(Array.isArray(data24))) && (data24 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/attachments",schemaPath:"#/properties/requestBody/items/properties/attachments/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.attachments.type},message:"must be array,null",schema:schema0.properties.requestBody.items.properties.attachments.type,parentSchema:schema0.properties.requestBody.items.properties.attachments,data:data24}];
return false;
}
if(errors === _errs87){
if(Array.isArray(data24)){
var valid26 = true;
const len6 = data24.length;
for(let i6=0; i6<len6; i6++){
let data25 = data24[i6];
const _errs89 = errors;
if(errors === _errs89){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.content !== undefined){
let data26 = data25.content;
const _errs91 = errors;
const _errs92 = errors;
let valid28 = false;
const _errs93 = errors;
if(typeof data26 !== "string"){
const err30 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[0].type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[0],data:data26};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
var _valid7 = _errs93 === errors;
valid28 = valid28 || _valid7;
const _errs95 = errors;
if((!(Array.isArray(data26))) && (data26 !== null)){
const err31 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[1].type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[1],data:data26};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(errors === _errs95){
if(Array.isArray(data26)){
var valid29 = true;
const len7 = data26.length;
for(let i7=0; i7<len7; i7++){
let data27 = data26[i7];
const _errs97 = errors;
if(!((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27)))){
const err32 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content/" + i7,schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[1].items.type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[1].items,data:data27};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(errors === _errs97){
if(typeof data27 == "number"){
if(!(formats2.validate(data27))){
const err33 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content/" + i7,schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/1/items/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[1].items,data:data27};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
var valid29 = _errs97 === errors;
if(!valid29){
break;
}
}
}
}
var _valid7 = _errs95 === errors;
valid28 = valid28 || _valid7;
const _errs99 = errors;
if(errors === _errs99){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
let missing4;
if(((data26.type === undefined) && (missing4 = "type")) || ((data26.data === undefined) && (missing4 = "data"))){
const err34 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/2/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2].required,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2],data:data26};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
else {
if(data26.type !== undefined){
let data28 = data26.type;
const _errs101 = errors;
if(typeof data28 !== "string"){
const err35 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content/type",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2].properties.type.type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2].properties.type,data:data28};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(!(data28 === "Buffer")){
const err36 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content/type",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2].properties.type.enum,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2].properties.type,data:data28};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var valid30 = _errs101 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data26.data !== undefined){
let data29 = data26.data;
const _errs103 = errors;
if(errors === _errs103){
if(Array.isArray(data29)){
var valid31 = true;
const len8 = data29.length;
for(let i8=0; i8<len8; i8++){
let data30 = data29[i8];
const _errs105 = errors;
const _errs106 = errors;
if(!((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30)))){
const err37 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content/data/" + i8,schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema8.type,parentSchema:schema8,data:data30};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(errors === _errs106){
if(typeof data30 == "number"){
if(!(formats2.validate(data30))){
const err38 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content/data/" + i8,schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/1/items/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema8,data:data30};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
var valid31 = _errs105 === errors;
if(!valid31){
break;
}
}
}
else {
const err39 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content/data",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/2/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2].properties.data.type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2].properties.data,data:data29};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
var valid30 = _errs103 === errors;
}
else {
var valid30 = true;
}
}
}
}
else {
const err40 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2].type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf[2],data:data26};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
var _valid7 = _errs99 === errors;
valid28 = valid28 || _valid7;
if(_valid7){
var props2 = {};
props2.type = true;
props2.data = true;
}
if(!valid28){
const err41 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content.anyOf,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content,data:data26};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs92;
if(vErrors !== null){
if(_errs92){
vErrors.length = _errs92;
}
else {
vErrors = null;
}
}
}
var valid27 = _errs91 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data25.path !== undefined){
let data31 = data25.path;
const _errs108 = errors;
if((typeof data31 !== "string") && (data31 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/path",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/path/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.attachments.items.properties.path.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.path.type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.path,data:data31}];
return false;
}
var valid27 = _errs108 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data25.filename !== undefined){
let data32 = data25.filename;
const _errs110 = errors;
const _errs111 = errors;
let valid33 = false;
const _errs112 = errors;
if(typeof data32 !== "string"){
const err42 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/filename",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/filename/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.filename.anyOf[0].type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.filename.anyOf[0],data:data32};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
var _valid8 = _errs112 === errors;
valid33 = valid33 || _valid8;
const _errs114 = errors;
if((typeof data32 !== "boolean") && (data32 !== null)){
const err43 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/filename",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/filename/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.attachments.items.properties.filename.anyOf[1].type},message:"must be boolean,null",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.filename.anyOf[1].type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.filename.anyOf[1],data:data32};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid8 = _errs114 === errors;
valid33 = valid33 || _valid8;
if(!valid33){
const err44 = {instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/filename",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/filename/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.filename.anyOf,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.filename,data:data32};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs111;
if(vErrors !== null){
if(_errs111){
vErrors.length = _errs111;
}
else {
vErrors = null;
}
}
}
var valid27 = _errs110 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data25.contentType !== undefined){
let data33 = data25.contentType;
const _errs116 = errors;
if((typeof data33 !== "string") && (data33 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/contentType",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/contentType/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.attachments.items.properties.contentType.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.contentType.type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.contentType,data:data33}];
return false;
}
var valid27 = _errs116 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data25.content_type !== undefined){
let data34 = data25.content_type;
const _errs118 = errors;
if((typeof data34 !== "string") && (data34 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content_type",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content_type/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.attachments.items.properties.content_type.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content_type.type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content_type,data:data34}];
return false;
}
var valid27 = _errs118 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data25.content_id !== undefined){
let data35 = data25.content_id;
const _errs120 = errors;
if((typeof data35 !== "string") && (data35 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/content_id",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/content_id/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.attachments.items.properties.content_id.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.content_id.type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.content_id,data:data35}];
return false;
}
var valid27 = _errs120 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data25.inline_content_id !== undefined){
let data36 = data25.inline_content_id;
const _errs122 = errors;
if((typeof data36 !== "string") && (data36 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6+"/inline_content_id",schemaPath:"#/properties/requestBody/items/properties/attachments/items/properties/inline_content_id/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.attachments.items.properties.inline_content_id.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.attachments.items.properties.inline_content_id.type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items.properties.inline_content_id,data:data36}];
return false;
}
var valid27 = _errs122 === errors;
}
else {
var valid27 = true;
}
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/attachments/" + i6,schemaPath:"#/properties/requestBody/items/properties/attachments/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.items.properties.attachments.items.type,parentSchema:schema0.properties.requestBody.items.properties.attachments.items,data:data25}];
return false;
}
}
var valid26 = _errs89 === errors;
if(!valid26){
break;
}
}
}
}
var valid2 = _errs87 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.scheduled_at !== undefined){
let data37 = data1.scheduled_at;
const _errs124 = errors;
if((typeof data37 !== "string") && (data37 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/scheduled_at",schemaPath:"#/properties/requestBody/items/properties/scheduled_at/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.scheduled_at.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.scheduled_at.type,parentSchema:schema0.properties.requestBody.items.properties.scheduled_at,data:data37}];
return false;
}
var valid2 = _errs124 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.topic_id !== undefined){
let data38 = data1.topic_id;
const _errs126 = errors;
if((typeof data38 !== "string") && (data38 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/topic_id",schemaPath:"#/properties/requestBody/items/properties/topic_id/type",keyword:"type",params:{type: schema0.properties.requestBody.items.properties.topic_id.type},message:"must be string,null",schema:schema0.properties.requestBody.items.properties.topic_id.type,parentSchema:schema0.properties.requestBody.items.properties.topic_id,data:data38}];
return false;
}
if(errors === _errs126){
if(errors === _errs126){
if(typeof data38 === "string"){
if(!(formats6.test(data38))){
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0+"/topic_id",schemaPath:"#/properties/requestBody/items/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.items.properties.topic_id,data:data38}];
return false;
}
else {
if(/[A-Z]/.test(data38)){
data38 = data38.toLowerCase();
data1["topic_id"] = data38;
}
}
}
}
}
var valid2 = _errs126 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
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
validate0.errors = [{instancePath:instancePath+"/requestBody/" + i0,schemaPath:"#/properties/requestBody/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.items.type,parentSchema:schema0.properties.requestBody.items,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
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
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{},"required":[]},"query":{"type":"object","properties":{},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{"idempotency-key":{"type":"string"},"x-batch-validation":{"type":"string","enum":["strict","permissive"]}},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":[]};

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
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key0 in data0){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.path.type,parentSchema:schema0.properties.path,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.query !== undefined){
let data1 = data.query;
const _errs5 = errors;
if(errors === _errs5){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 in data1){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data1}];
return false;
break;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.query.type,parentSchema:schema0.properties.query,data:data1}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.header !== undefined){
let data2 = data.header;
const _errs8 = errors;
if(errors === _errs8){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2["idempotency-key"] !== undefined){
let data3 = data2["idempotency-key"];
const _errs11 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/header/idempotency-key",schemaPath:"#/properties/header/properties/idempotency-key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.header.properties["idempotency-key"].type,parentSchema:schema0.properties.header.properties["idempotency-key"],data:data3}];
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2["x-batch-validation"] !== undefined){
let data4 = data2["x-batch-validation"];
const _errs13 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/header/x-batch-validation",schemaPath:"#/properties/header/properties/x-batch-validation/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.header.properties["x-batch-validation"].type,parentSchema:schema0.properties.header.properties["x-batch-validation"],data:data4}];
return false;
}
if(!((data4 === "strict") || (data4 === "permissive"))){
validate0.errors = [{instancePath:instancePath+"/header/x-batch-validation",schemaPath:"#/properties/header/properties/x-batch-validation/enum",keyword:"enum",params:{allowedValues: schema0.properties.header.properties["x-batch-validation"].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.header.properties["x-batch-validation"].enum,parentSchema:schema0.properties.header.properties["x-batch-validation"],data:data4}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data2}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data5 = data.cookie;
const _errs15 = errors;
if(errors === _errs15){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data5}];
return false;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
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
]
