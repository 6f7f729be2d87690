/** An address of ours from which the browser may load a worker: where it asks for Trusted Types, this one alone is let through. */
export function trustedScriptUrl(policyName: string, address: string): string {
  // TypeScript does not know Trusted Types yet.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesApi };
  if (trustedTypes === undefined) return address;
  const policy = trustedTypes.createPolicy(policyName, { createScriptURL: () => address });
  // Workers are typed to take a string; a browser with Trusted Types asks for this object.
  return policy.createScriptURL(address) as string;
}

interface TrustedTypesApi {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): unknown };
}
