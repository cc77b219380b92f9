/** The public policies that the ports in `ports/` are of: files of public repositories, by commit. */
const GATEKEEPER = [
  'open-policy-agent/gatekeeper-library',
  '5c441fb645f257b2c428fe9aea22da24a94b5bab',
  'Rego',
];
const KYVERNO = ['kyverno/policies', 'b9c4317ce02256dc66118e08bb3e9345e7bfce5c', 'Kyverno'];
const CERBOS = ['cerbos/cerbos', '69bed7f7dfe7c50d95d7622336f5bf59c1fa93fd', 'Cerbos'];
const CEDAR = ['cedar-policy/cedar-examples', '5d3311dc8840eca5f48ee814fc7bea96dc9565ba', 'Cedar'];
const SCALR = ['Scalr/sample-tf-opa-policies', '20af36816c6aa8c6e7e96a7dc7dd50ad9dbbc49c', 'Rego'];
const CONFTEST = ['open-policy-agent/conftest', '6a3fd606993c1003de444a0ea93c7e916b845d4c', 'Rego'];
const TUTORIAL = 'docs/modules/ROOT/examples/tutorial/08-principal-policies/cerbos/policies';
const STORE = 'internal/test/testdata/store';

const of = ([repo, commit, language], ...paths) => ({ repo, commit, language, paths });

/** By the name of the port. `part`: what is counted of a file that holds more than the policy. */
export const ORIGINALS = {
  'gk-allowedrepos': of(GATEKEEPER, 'src/general/allowedrepos/src.rego'),
  'gk-httpsonly': of(GATEKEEPER, 'src/general/httpsonly/src.rego'),
  'gk-hostports': of(GATEKEEPER, 'src/pod-security-policy/host-network-ports/src.rego'),
  'gk-disallowedtags': of(GATEKEEPER, 'src/general/disallowedtags/src.rego'),
  'ky-latest': {
    ...of(KYVERNO, 'best-practices/disallow-latest-tag/disallow-latest-tag.yaml'),
    part: 'spec',
  },
  'ky-capabilities-strict': {
    ...of(KYVERNO, 'pod-security/restricted/disallow-capabilities-strict/disallow-capabilities-strict.yaml'),
    part: 'spec',
  },
  'ky-wildcard-ingress': {
    ...of(KYVERNO, 'other/restrict-ingress-wildcard/restrict-ingress-wildcard.yaml'),
    part: 'spec',
  },
  'cb-contact': of(
    CERBOS,
    `${TUTORIAL}/contact.yaml`,
    `${TUTORIAL}/cerbforce_derived_roles.yaml`,
    `${TUTORIAL}/dpo.yaml`,
  ),
  'cb-purchase': of(
    CERBOS,
    `${STORE}/resource_policies/policy_03.yaml`,
    `${STORE}/derived_roles/derived_roles_03.yaml`,
  ),
  'cd-streaming': of(CEDAR, 'cedar-example-use-cases/streaming_service/policies.cedar'),
  'cd-documents': of(CEDAR, 'cedar-example-use-cases/document_cloud/policies.cedar'),
  'sc-cidr': of(SCALR, 'aws/enforce_cidr/enforce_cidr.rego'),
  'sc-provisioners': of(SCALR, 'management/denied_provisioners/denied_provisioners.rego'),
  'op-blast': of(
    ['open-policy-agent/library', '75fd87df47be8616e6d5095e427f85030b60affc', 'Rego'],
    'terraform/example.rego',
    'terraform/library.rego',
  ),
  'ct-hcl2': of(CONFTEST, 'examples/hcl2/policy/deny.rego'),
  'ct-docker': of(CONFTEST, 'examples/docker/policy/commands.rego', 'examples/docker/policy/images.rego'),
  'en-cars': of(
    ['open-policy-agent/contrib', '072ce8ac20fe2d2a3448187840a0a207b5449c08', 'Rego'],
    'dart_authz/policies/example.rego',
  ),
  'ag-limits': of(
    ['microsoft/agent-governance-toolkit', 'b5705588883fac48b88cbe6fd0bd7d48c798453e', 'Rego'],
    'examples/policies/african-regulatory/rego/cbn-transaction-limits.rego',
  ),
  'in-inbox': {
    ...of(
      ['invariantlabs-ai/invariant', '2340fe2d9cd619f73d5b67fa05bf8a08c7cad515', 'Invariant'],
      'README.md',
    ),
    part: 'rule',
  },
  'zn-aml': of(
    ['gorules/zen', '6c0fbabba1266afffc2ac3cb24f20f2be7790e38', 'JSON decision graph'],
    'test-data/graphs/aml.json',
  ),
};
