// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["to"],"properties":{"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#/properties/requestBody/properties/to/anyOf/0"}}]},"cc":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/to/anyOf/0"}}]},"bcc":{"anyOf":[{"$ref":"#/properties/requestBody/properties/cc/anyOf/0"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/to/anyOf/0"}}]},"html":{"type":["string","null"]},"text":{"type":["string","null"]},"subject":{"type":["string","null"]},"attachments":{"type":["array","null"],"items":{"type":"object","properties":{"content":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"type":"integer","format":"int32"}},{"type":"object","required":["type","data"],"properties":{"type":{"type":"string","enum":["Buffer"]},"data":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items"}}}}],"x-not-logged":true},"path":{"type":["string","null"]},"filename":{"anyOf":[{"type":"string"},{"type":["boolean","null"]}]},"contentType":{"type":["string","null"]},"content_type":{"type":["string","null"]},"content_id":{"type":["string","null"]},"inline_content_id":{"type":["string","null"]}}}},"headers":{"anyOf":[{"type":"object","additionalProperties":{"type":"string"}},{"type":"null"}]}}}},"required":["requestBody"]};
const schema1 = {"type":"string"};
const schema3 = {"type":"string"};
const schema5 = {"type":"integer","format":"int32"};
const formats0 = require("ajv-formats/dist/formats").fullFormats.int32;

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
let missing1;
if((data0.to === undefined) && (missing1 = "to")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.to !== undefined){
let data1 = data0.to;
const _errs4 = errors;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(typeof data1 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/to",schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.to.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.to.anyOf[0],data:data1};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid2 = valid2 || _valid0;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data1)){
var valid3 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs10 = errors;
if(typeof data2 !== "string"){
const err1 = {instancePath:instancePath+"/requestBody/to/" + i0,schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data2};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid3 = _errs10 === errors;
if(!valid3){
break;
}
}
}
else {
const err2 = {instancePath:instancePath+"/requestBody/to",schemaPath:"#/properties/requestBody/properties/to/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.to.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.to.anyOf[1],data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs8 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err3 = {instancePath:instancePath+"/requestBody/to",schemaPath:"#/properties/requestBody/properties/to/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.to.anyOf,parentSchema:schema0.properties.requestBody.properties.to,data:data1};
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
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.cc !== undefined){
let data3 = data0.cc;
const _errs13 = errors;
const _errs14 = errors;
let valid5 = false;
const _errs15 = errors;
if(typeof data3 !== "string"){
const err4 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.cc.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.cc.anyOf[0],data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid1 = _errs15 === errors;
valid5 = valid5 || _valid1;
const _errs17 = errors;
if((!(Array.isArray(data3))) && (data3 !== null)){
const err5 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.cc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.cc.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.cc.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(errors === _errs17){
if(Array.isArray(data3)){
var valid6 = true;
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
const _errs19 = errors;
if(typeof data4 !== "string"){
const err6 = {instancePath:instancePath+"/requestBody/cc/" + i1,schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid6 = _errs19 === errors;
if(!valid6){
break;
}
}
}
}
var _valid1 = _errs17 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const err7 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.cc.anyOf,parentSchema:schema0.properties.requestBody.properties.cc,data:data3};
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
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.bcc !== undefined){
let data5 = data0.bcc;
const _errs22 = errors;
const _errs23 = errors;
let valid8 = false;
const _errs24 = errors;
if(typeof data5 !== "string"){
const err8 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.type,parentSchema:schema3,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid2 = _errs24 === errors;
valid8 = valid8 || _valid2;
const _errs27 = errors;
if((!(Array.isArray(data5))) && (data5 !== null)){
const err9 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/bcc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.bcc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.bcc.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.bcc.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(errors === _errs27){
if(Array.isArray(data5)){
var valid10 = true;
const len2 = data5.length;
for(let i2=0; i2<len2; i2++){
let data6 = data5[i2];
const _errs29 = errors;
if(typeof data6 !== "string"){
const err10 = {instancePath:instancePath+"/requestBody/bcc/" + i2,schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data6};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid10 = _errs29 === errors;
if(!valid10){
break;
}
}
}
}
var _valid2 = _errs27 === errors;
valid8 = valid8 || _valid2;
if(!valid8){
const err11 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/bcc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.bcc.anyOf,parentSchema:schema0.properties.requestBody.properties.bcc,data:data5};
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
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.html !== undefined){
let data7 = data0.html;
const _errs32 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/html",schemaPath:"#/properties/requestBody/properties/html/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.html.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.html.type,parentSchema:schema0.properties.requestBody.properties.html,data:data7}];
return false;
}
var valid1 = _errs32 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.text !== undefined){
let data8 = data0.text;
const _errs34 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/text",schemaPath:"#/properties/requestBody/properties/text/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.text.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.text.type,parentSchema:schema0.properties.requestBody.properties.text,data:data8}];
return false;
}
var valid1 = _errs34 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.subject !== undefined){
let data9 = data0.subject;
const _errs36 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/subject",schemaPath:"#/properties/requestBody/properties/subject/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.subject.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.subject.type,parentSchema:schema0.properties.requestBody.properties.subject,data:data9}];
return false;
}
var valid1 = _errs36 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.attachments !== undefined){
let data10 = data0.attachments;
const _errs38 = errors;
if((!(Array.isArray(data10))) && (data10 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments",schemaPath:"#/properties/requestBody/properties/attachments/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.type},message:"must be array,null",schema:schema0.properties.requestBody.properties.attachments.type,parentSchema:schema0.properties.requestBody.properties.attachments,data:data10}];
return false;
}
if(errors === _errs38){
if(Array.isArray(data10)){
var valid12 = true;
const len3 = data10.length;
for(let i3=0; i3<len3; i3++){
let data11 = data10[i3];
const _errs40 = errors;
if(errors === _errs40){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.content !== undefined){
let data12 = data11.content;
const _errs42 = errors;
const _errs43 = errors;
let valid14 = false;
const _errs44 = errors;
if(typeof data12 !== "string"){
const err12 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[0],data:data12};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid3 = _errs44 === errors;
valid14 = valid14 || _valid3;
const _errs46 = errors;
if((!(Array.isArray(data12))) && (data12 !== null)){
const err13 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1],data:data12};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(errors === _errs46){
if(Array.isArray(data12)){
var valid15 = true;
const len4 = data12.length;
for(let i4=0; i4<len4; i4++){
let data13 = data12[i4];
const _errs48 = errors;
if(!((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13)))){
const err14 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content/" + i4,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].items.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].items,data:data13};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(errors === _errs48){
if(typeof data13 == "number"){
if(!(formats0.validate(data13))){
const err15 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content/" + i4,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].items,data:data13};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
var valid15 = _errs48 === errors;
if(!valid15){
break;
}
}
}
}
var _valid3 = _errs46 === errors;
valid14 = valid14 || _valid3;
const _errs50 = errors;
if(errors === _errs50){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing2;
if(((data12.type === undefined) && (missing2 = "type")) || ((data12.data === undefined) && (missing2 = "data"))){
const err16 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].required,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2],data:data12};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
if(data12.type !== undefined){
let data14 = data12.type;
const _errs52 = errors;
if(typeof data14 !== "string"){
const err17 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content/type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type,data:data14};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!(data14 === "Buffer")){
const err18 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content/type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type,data:data14};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var valid16 = _errs52 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data12.data !== undefined){
let data15 = data12.data;
const _errs54 = errors;
if(errors === _errs54){
if(Array.isArray(data15)){
var valid17 = true;
const len5 = data15.length;
for(let i5=0; i5<len5; i5++){
let data16 = data15[i5];
const _errs56 = errors;
const _errs57 = errors;
if(!((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16)))){
const err19 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content/data/" + i5,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema5.type,parentSchema:schema5,data:data16};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(errors === _errs57){
if(typeof data16 == "number"){
if(!(formats0.validate(data16))){
const err20 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content/data/" + i5,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema5,data:data16};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
var valid17 = _errs56 === errors;
if(!valid17){
break;
}
}
}
else {
const err21 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content/data",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.data.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.data,data:data15};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
var valid16 = _errs54 === errors;
}
else {
var valid16 = true;
}
}
}
}
else {
const err22 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2],data:data12};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
var _valid3 = _errs50 === errors;
valid14 = valid14 || _valid3;
if(_valid3){
var props0 = {};
props0.type = true;
props0.data = true;
}
if(!valid14){
const err23 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content,data:data12};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs43;
if(vErrors !== null){
if(_errs43){
vErrors.length = _errs43;
}
else {
vErrors = null;
}
}
}
var valid13 = _errs42 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.path !== undefined){
let data17 = data11.path;
const _errs59 = errors;
if((typeof data17 !== "string") && (data17 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/path",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/path/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.path.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.path.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.path,data:data17}];
return false;
}
var valid13 = _errs59 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.filename !== undefined){
let data18 = data11.filename;
const _errs61 = errors;
const _errs62 = errors;
let valid19 = false;
const _errs63 = errors;
if(typeof data18 !== "string"){
const err24 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[0],data:data18};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var _valid4 = _errs63 === errors;
valid19 = valid19 || _valid4;
const _errs65 = errors;
if((typeof data18 !== "boolean") && (data18 !== null)){
const err25 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[1].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[1],data:data18};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var _valid4 = _errs65 === errors;
valid19 = valid19 || _valid4;
if(!valid19){
const err26 = {instancePath:instancePath+"/requestBody/attachments/" + i3+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename,data:data18};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs62;
if(vErrors !== null){
if(_errs62){
vErrors.length = _errs62;
}
else {
vErrors = null;
}
}
}
var valid13 = _errs61 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.contentType !== undefined){
let data19 = data11.contentType;
const _errs67 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/contentType",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/contentType/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.contentType.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.contentType.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.contentType,data:data19}];
return false;
}
var valid13 = _errs67 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.content_type !== undefined){
let data20 = data11.content_type;
const _errs69 = errors;
if((typeof data20 !== "string") && (data20 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/content_type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content_type/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content_type.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content_type.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content_type,data:data20}];
return false;
}
var valid13 = _errs69 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.content_id !== undefined){
let data21 = data11.content_id;
const _errs71 = errors;
if((typeof data21 !== "string") && (data21 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/content_id",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content_id/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content_id.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content_id.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content_id,data:data21}];
return false;
}
var valid13 = _errs71 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.inline_content_id !== undefined){
let data22 = data11.inline_content_id;
const _errs73 = errors;
if((typeof data22 !== "string") && (data22 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/inline_content_id",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/inline_content_id/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.inline_content_id.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.inline_content_id.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.inline_content_id,data:data22}];
return false;
}
var valid13 = _errs73 === errors;
}
else {
var valid13 = true;
}
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3,schemaPath:"#/properties/requestBody/properties/attachments/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.attachments.items.type,parentSchema:schema0.properties.requestBody.properties.attachments.items,data:data11}];
return false;
}
}
var valid12 = _errs40 === errors;
if(!valid12){
break;
}
}
}
}
var valid1 = _errs38 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.headers !== undefined){
let data23 = data0.headers;
const _errs75 = errors;
const _errs76 = errors;
let valid20 = false;
const _errs77 = errors;
if(errors === _errs77){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key0 in data23){
let data24 = data23[key0];
const _errs80 = errors;
if(typeof data24 !== "string"){
const err27 = {instancePath:instancePath+"/requestBody/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/headers/anyOf/0/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.headers.anyOf[0].additionalProperties.type,parentSchema:schema0.properties.requestBody.properties.headers.anyOf[0].additionalProperties,data:data24};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
var valid21 = _errs80 === errors;
if(!valid21){
break;
}
}
}
else {
const err28 = {instancePath:instancePath+"/requestBody/headers",schemaPath:"#/properties/requestBody/properties/headers/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.headers.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.headers.anyOf[0],data:data23};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
var _valid5 = _errs77 === errors;
valid20 = valid20 || _valid5;
const _errs82 = errors;
if(data23 !== null){
const err29 = {instancePath:instancePath+"/requestBody/headers",schemaPath:"#/properties/requestBody/properties/headers/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.headers.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.headers.anyOf[1],data:data23};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var _valid5 = _errs82 === errors;
valid20 = valid20 || _valid5;
if(!valid20){
const err30 = {instancePath:instancePath+"/requestBody/headers",schemaPath:"#/properties/requestBody/properties/headers/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.headers.anyOf,parentSchema:schema0.properties.requestBody.properties.headers,data:data23};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs76;
if(vErrors !== null){
if(_errs76){
vErrors.length = _errs76;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs75 === errors;
}
else {
var valid1 = true;
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
require("./forwardInboxEmail.parameters.cjs")(words),
]
