// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":255},"rule":{"type":"object","oneOf":[{"type":"object","required":["type","field","operator"],"properties":{"type":{"type":"string","enum":["rule"]},"field":{"type":"string"},"operator":{"type":"string","enum":["eq","neq","gt","gte","lt","lte","contains","starts_with","ends_with","exists","is_empty"]},"value":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["and"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/rule"},"minItems":1,"maxItems":100}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["or"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/rule"},"minItems":1,"maxItems":100}}}],"discriminator":{"propertyName":"type"}}}}},"required":["requestBody"]};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const formats0 = require("ajv-formats/dist/formats").fullFormats.double;
const schema1 = {"type":"object","oneOf":[{"type":"object","required":["type","field","operator"],"properties":{"type":{"type":"string","enum":["rule"]},"field":{"type":"string"},"operator":{"type":"string","enum":["eq","neq","gt","gte","lt","lte","contains","starts_with","ends_with","exists","is_empty"]},"value":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["and"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/rule"},"minItems":1,"maxItems":100}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["or"]},"rules":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/rule"},"minItems":1,"maxItems":100}}}],"discriminator":{"propertyName":"type"}};
const wrapper0 = {validate: validate1};

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "rule"){
const _errs2 = errors;
if(errors === _errs2){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.field === undefined) && (missing0 = "field"))) || ((data.operator === undefined) && (missing0 = "operator"))){
validate1.errors = [{instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema1.oneOf[0].required,parentSchema:schema1.oneOf[0],data}];
return false;
}
else {
if(data.type !== undefined){
let data0 = data.type;
const _errs4 = errors;
if(typeof data0 !== "string"){
validate1.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.oneOf[0].properties.type.type,parentSchema:schema1.oneOf[0].properties.type,data:data0}];
return false;
}
if(!(data0 === "rule")){
validate1.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema1.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema1.oneOf[0].properties.type.enum,parentSchema:schema1.oneOf[0].properties.type,data:data0}];
return false;
}
var valid2 = _errs4 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.field !== undefined){
let data1 = data.field;
const _errs6 = errors;
if(typeof data1 !== "string"){
validate1.errors = [{instancePath:instancePath+"/field",schemaPath:"#/oneOf/0/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.oneOf[0].properties.field.type,parentSchema:schema1.oneOf[0].properties.field,data:data1}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.operator !== undefined){
let data2 = data.operator;
const _errs8 = errors;
if(typeof data2 !== "string"){
validate1.errors = [{instancePath:instancePath+"/operator",schemaPath:"#/oneOf/0/properties/operator/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.oneOf[0].properties.operator.type,parentSchema:schema1.oneOf[0].properties.operator,data:data2}];
return false;
}
if(!(((((((((((data2 === "eq") || (data2 === "neq")) || (data2 === "gt")) || (data2 === "gte")) || (data2 === "lt")) || (data2 === "lte")) || (data2 === "contains")) || (data2 === "starts_with")) || (data2 === "ends_with")) || (data2 === "exists")) || (data2 === "is_empty"))){
validate1.errors = [{instancePath:instancePath+"/operator",schemaPath:"#/oneOf/0/properties/operator/enum",keyword:"enum",params:{allowedValues: schema1.oneOf[0].properties.operator.enum},message:"must be equal to one of the allowed values",schema:schema1.oneOf[0].properties.operator.enum,parentSchema:schema1.oneOf[0].properties.operator,data:data2}];
return false;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.value !== undefined){
let data3 = data.value;
const _errs10 = errors;
const _errs11 = errors;
let valid3 = false;
const _errs12 = errors;
if(typeof data3 !== "string"){
const err0 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.oneOf[0].properties.value.anyOf[0].type,parentSchema:schema1.oneOf[0].properties.value.anyOf[0],data:data3};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data3 == "number"){
if(!(formats0.validate(data3))){
const err1 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema1.oneOf[0].properties.value.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema1.oneOf[0].properties.value.anyOf[1].type,parentSchema:schema1.oneOf[0].properties.value.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs14 === errors;
valid3 = valid3 || _valid0;
const _errs16 = errors;
if((typeof data3 !== "boolean") && (data3 !== null)){
const err3 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/2/type",keyword:"type",params:{type: schema1.oneOf[0].properties.value.anyOf[2].type},message:"must be boolean,null",schema:schema1.oneOf[0].properties.value.anyOf[2].type,parentSchema:schema1.oneOf[0].properties.value.anyOf[2],data:data3};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err4 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema1.oneOf[0].properties.value.anyOf,parentSchema:schema1.oneOf[0].properties.value,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate1.errors = vErrors;
return false;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate1.errors = [{instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema1.oneOf[0].type,parentSchema:schema1.oneOf[0],data}];
return false;
}
}
var props0 = {};
props0.type = true;
props0.field = true;
props0.operator = true;
props0.value = true;
}
else if(tag0 === "and"){
const _errs18 = errors;
if(errors === _errs18){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.type === undefined) && (missing1 = "type")) || ((data.rules === undefined) && (missing1 = "rules"))){
validate1.errors = [{instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema1.oneOf[1].required,parentSchema:schema1.oneOf[1],data}];
return false;
}
else {
if(data.type !== undefined){
let data4 = data.type;
const _errs20 = errors;
if(typeof data4 !== "string"){
validate1.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.oneOf[1].properties.type.type,parentSchema:schema1.oneOf[1].properties.type,data:data4}];
return false;
}
if(!(data4 === "and")){
validate1.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema1.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema1.oneOf[1].properties.type.enum,parentSchema:schema1.oneOf[1].properties.type,data:data4}];
return false;
}
var valid5 = _errs20 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.rules !== undefined){
let data5 = data.rules;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data5)){
if(data5.length > 100){
validate1.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/1/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema1.oneOf[1].properties.rules,data:data5}];
return false;
}
else {
if(data5.length < 1){
validate1.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/1/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema1.oneOf[1].properties.rules,data:data5}];
return false;
}
else {
var valid6 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
const _errs24 = errors;
if(!(wrapper0.validate(data5[i0], {instancePath:instancePath+"/rules/" + i0,parentData:data5,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid6 = _errs24 === errors;
if(!valid6){
break;
}
}
}
}
}
else {
validate1.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/1/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema1.oneOf[1].properties.rules.type,parentSchema:schema1.oneOf[1].properties.rules,data:data5}];
return false;
}
}
var valid5 = _errs22 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
validate1.errors = [{instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema1.oneOf[1].type,parentSchema:schema1.oneOf[1],data}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.rules = true;
}
}
else if(tag0 === "or"){
const _errs25 = errors;
if(errors === _errs25){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.type === undefined) && (missing2 = "type")) || ((data.rules === undefined) && (missing2 = "rules"))){
validate1.errors = [{instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema1.oneOf[2].required,parentSchema:schema1.oneOf[2],data}];
return false;
}
else {
if(data.type !== undefined){
let data7 = data.type;
const _errs27 = errors;
if(typeof data7 !== "string"){
validate1.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.oneOf[2].properties.type.type,parentSchema:schema1.oneOf[2].properties.type,data:data7}];
return false;
}
if(!(data7 === "or")){
validate1.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema1.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema1.oneOf[2].properties.type.enum,parentSchema:schema1.oneOf[2].properties.type,data:data7}];
return false;
}
var valid8 = _errs27 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data.rules !== undefined){
let data8 = data.rules;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data8)){
if(data8.length > 100){
validate1.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/2/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema1.oneOf[2].properties.rules,data:data8}];
return false;
}
else {
if(data8.length < 1){
validate1.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/2/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema1.oneOf[2].properties.rules,data:data8}];
return false;
}
else {
var valid9 = true;
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
const _errs31 = errors;
if(!(wrapper0.validate(data8[i1], {instancePath:instancePath+"/rules/" + i1,parentData:data8,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid9 = _errs31 === errors;
if(!valid9){
break;
}
}
}
}
}
else {
validate1.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/2/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema1.oneOf[2].properties.rules.type,parentSchema:schema1.oneOf[2].properties.rules,data:data8}];
return false;
}
}
var valid8 = _errs29 === errors;
}
else {
var valid8 = true;
}
}
}
}
else {
validate1.errors = [{instancePath,schemaPath:"#/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema1.oneOf[2].type,parentSchema:schema1.oneOf[2],data}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.rules = true;
}
}
else {
validate1.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf",schema:schema1.discriminator,parentSchema:schema1,data}];
return false;
}
}
else {
validate1.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string",schema:schema1.discriminator,parentSchema:schema1,data}];
return false;
}
}
else {
validate1.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema1.type,parentSchema:schema1,data}];
return false;
}
}
validate1.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate1.evaluated = {"dynamicProps":true,"dynamicItems":false};


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
if(data0.rule !== undefined){
let data2 = data0.rule;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
const tag0 = data2.type;
if(typeof tag0 == "string"){
if(tag0 === "rule"){
const _errs9 = errors;
if(errors === _errs9){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((data2.type === undefined) && (missing1 = "type")) || ((data2.field === undefined) && (missing1 = "field"))) || ((data2.operator === undefined) && (missing1 = "operator"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.properties.rule.oneOf[0].required,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0],data:data2}];
return false;
}
else {
if(data2.type !== undefined){
let data3 = data2.type;
const _errs11 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/type",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.type.type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.type,data:data3}];
return false;
}
if(!(data3 === "rule")){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/type",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.rule.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.type,data:data3}];
return false;
}
var valid4 = _errs11 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data2.field !== undefined){
let data4 = data2.field;
const _errs13 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/field",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.field.type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.field,data:data4}];
return false;
}
var valid4 = _errs13 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data2.operator !== undefined){
let data5 = data2.operator;
const _errs15 = errors;
if(typeof data5 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/operator",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/operator/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.operator.type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.operator,data:data5}];
return false;
}
if(!(((((((((((data5 === "eq") || (data5 === "neq")) || (data5 === "gt")) || (data5 === "gte")) || (data5 === "lt")) || (data5 === "lte")) || (data5 === "contains")) || (data5 === "starts_with")) || (data5 === "ends_with")) || (data5 === "exists")) || (data5 === "is_empty"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/operator",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/operator/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.rule.oneOf[0].properties.operator.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.operator.enum,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.operator,data:data5}];
return false;
}
var valid4 = _errs15 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data2.value !== undefined){
let data6 = data2.value;
const _errs17 = errors;
const _errs18 = errors;
let valid5 = false;
const _errs19 = errors;
if(typeof data6 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/rule/value",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/value/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.value.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.value.anyOf[0],data:data6};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs19 === errors;
valid5 = valid5 || _valid0;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data6 == "number"){
if(!(formats0.validate(data6))){
const err1 = {instancePath:instancePath+"/requestBody/rule/value",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/value/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.value.anyOf[1],data:data6};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/requestBody/rule/value",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/value/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.value.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.value.anyOf[1],data:data6};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs21 === errors;
valid5 = valid5 || _valid0;
const _errs23 = errors;
if((typeof data6 !== "boolean") && (data6 !== null)){
const err3 = {instancePath:instancePath+"/requestBody/rule/value",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/value/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.rule.oneOf[0].properties.value.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.value.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.value.anyOf[2],data:data6};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs23 === errors;
valid5 = valid5 || _valid0;
if(!valid5){
const err4 = {instancePath:instancePath+"/requestBody/rule/value",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/properties/value/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.value.anyOf,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0].properties.value,data:data6};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
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
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/rule",schemaPath:"#/properties/requestBody/properties/rule/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.rule.oneOf[0].type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[0],data:data2}];
return false;
}
}
var props0 = {};
props0.type = true;
props0.field = true;
props0.operator = true;
props0.value = true;
}
else if(tag0 === "and"){
const _errs25 = errors;
if(errors === _errs25){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing2;
if(((data2.type === undefined) && (missing2 = "type")) || ((data2.rules === undefined) && (missing2 = "rules"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule",schemaPath:"#/properties/requestBody/properties/rule/oneOf/1/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.rule.oneOf[1].required,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[1],data:data2}];
return false;
}
else {
if(data2.type !== undefined){
let data7 = data2.type;
const _errs27 = errors;
if(typeof data7 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/type",schemaPath:"#/properties/requestBody/properties/rule/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.rule.oneOf[1].properties.type.type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[1].properties.type,data:data7}];
return false;
}
if(!(data7 === "and")){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/type",schemaPath:"#/properties/requestBody/properties/rule/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.rule.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.rule.oneOf[1].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[1].properties.type,data:data7}];
return false;
}
var valid7 = _errs27 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data2.rules !== undefined){
let data8 = data2.rules;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data8)){
if(data8.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/rules",schemaPath:"#/properties/requestBody/properties/rule/oneOf/1/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[1].properties.rules,data:data8}];
return false;
}
else {
if(data8.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/rules",schemaPath:"#/properties/requestBody/properties/rule/oneOf/1/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[1].properties.rules,data:data8}];
return false;
}
else {
var valid8 = true;
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
const _errs31 = errors;
if(!(validate1(data8[i0], {instancePath:instancePath+"/requestBody/rule/rules/" + i0,parentData:data8,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
var valid8 = _errs31 === errors;
if(!valid8){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/rules",schemaPath:"#/properties/requestBody/properties/rule/oneOf/1/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.rule.oneOf[1].properties.rules.type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[1].properties.rules,data:data8}];
return false;
}
}
var valid7 = _errs29 === errors;
}
else {
var valid7 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/rule",schemaPath:"#/properties/requestBody/properties/rule/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.rule.oneOf[1].type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[1],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.rules = true;
}
}
else if(tag0 === "or"){
const _errs32 = errors;
if(errors === _errs32){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing3;
if(((data2.type === undefined) && (missing3 = "type")) || ((data2.rules === undefined) && (missing3 = "rules"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule",schemaPath:"#/properties/requestBody/properties/rule/oneOf/2/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.properties.rule.oneOf[2].required,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[2],data:data2}];
return false;
}
else {
if(data2.type !== undefined){
let data10 = data2.type;
const _errs34 = errors;
if(typeof data10 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/type",schemaPath:"#/properties/requestBody/properties/rule/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.rule.oneOf[2].properties.type.type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[2].properties.type,data:data10}];
return false;
}
if(!(data10 === "or")){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/type",schemaPath:"#/properties/requestBody/properties/rule/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.rule.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.rule.oneOf[2].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[2].properties.type,data:data10}];
return false;
}
var valid10 = _errs34 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data2.rules !== undefined){
let data11 = data2.rules;
const _errs36 = errors;
if(errors === _errs36){
if(Array.isArray(data11)){
if(data11.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/rules",schemaPath:"#/properties/requestBody/properties/rule/oneOf/2/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[2].properties.rules,data:data11}];
return false;
}
else {
if(data11.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/rules",schemaPath:"#/properties/requestBody/properties/rule/oneOf/2/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[2].properties.rules,data:data11}];
return false;
}
else {
var valid11 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
const _errs38 = errors;
if(!(validate1(data11[i1], {instancePath:instancePath+"/requestBody/rule/rules/" + i1,parentData:data11,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
var valid11 = _errs38 === errors;
if(!valid11){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/rule/rules",schemaPath:"#/properties/requestBody/properties/rule/oneOf/2/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.rule.oneOf[2].properties.rules.type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[2].properties.rules,data:data11}];
return false;
}
}
var valid10 = _errs36 === errors;
}
else {
var valid10 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/rule",schemaPath:"#/properties/requestBody/properties/rule/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.rule.oneOf[2].type,parentSchema:schema0.properties.requestBody.properties.rule.oneOf[2],data:data2}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.rules = true;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/rule",schemaPath:"#/properties/requestBody/properties/rule/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf",schema:schema0.properties.requestBody.properties.rule.discriminator,parentSchema:schema0.properties.requestBody.properties.rule,data:data2}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/rule",schemaPath:"#/properties/requestBody/properties/rule/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string",schema:schema0.properties.requestBody.properties.rule.discriminator,parentSchema:schema0.properties.requestBody.properties.rule,data:data2}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/rule",schemaPath:"#/properties/requestBody/properties/rule/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.rule.type,parentSchema:schema0.properties.requestBody.properties.rule,data:data2}];
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
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
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{"segment_id":{"type":"string","format":"uuid","x-in-lower-case":true}},"required":["segment_id"]},"query":{"type":"object","properties":{},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":["path"]};
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
if((data.path === undefined) && (missing0 = "path")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.segment_id === undefined) && (missing1 = "segment_id")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.path.required,parentSchema:schema0.properties.path,data:data0}];
return false;
}
else {
const _errs4 = errors;
for(const key0 in data0){
if(!(key0 === "segment_id")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.segment_id !== undefined){
let data1 = data0.segment_id;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data1 === "string"){
if(!(formats0.test(data1))){
validate0.errors = [{instancePath:instancePath+"/path/segment_id",schemaPath:"#/properties/path/properties/segment_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.path.properties.segment_id,data:data1}];
return false;
}
else {
if(/[A-Z]/.test(data1)){
data1 = data1.toLowerCase();
data0["segment_id"] = data1;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/path/segment_id",schemaPath:"#/properties/path/properties/segment_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.path.properties.segment_id.type,parentSchema:schema0.properties.path.properties.segment_id,data:data1}];
return false;
}
}
}
}
}
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
let data2 = data.query;
const _errs7 = errors;
if(errors === _errs7){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data2}];
return false;
break;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.query.type,parentSchema:schema0.properties.query,data:data2}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.header !== undefined){
let data3 = data.header;
const _errs10 = errors;
if(errors === _errs10){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data3}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data4 = data.cookie;
const _errs13 = errors;
if(errors === _errs13){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data4}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
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
]
