/** Tells what must not leave the page: by the name it has, or by the shape of its value. */
export interface Secrets {
  isSecretName(name: string): boolean;
  isSecretValue(value: string): boolean;
}

export function createSecrets(): Secrets {
  const names =
    /(^|_)(pass(word|wd|phrase|code)?|pwd|secrets?|(access|refresh|auth|id|csrf|xsrf|bearer|session|api)_?tokens?|token|jwt|api_?key|(private|secret|access|encryption|signing)_?key|credentials?|authorization|cookies?|session_?id|sid|cvv2?|cvc2?|card_?number|pan|ssn|otp|mfa_?code|pin(_?code)?|totp)$/;
  const inner = /(password|passwd|passphrase|private_key|secret_key|client_secret|api_?key|access_token|refresh_token)/;
  const shapes = [
    /^eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/,
    /^(Bearer|Basic)\s+[\w+/=.~-]{12,}$/i,
    /^(sk|pk|rk)_(live|test)_\w{10,}$/,
    /^sk[-_][\w-]{20,}$/,
    /^(gh[pousr]|github_pat)_\w{20,}$/,
    /^glpat-[\w-]{15,}$/,
    /^xox[abeoprs]-[\w-]{10,}$/,
    /^(AKIA|ASIA)[0-9A-Z]{16}$/,
    /^AIza[\w-]{30,}$/,
    /^npm_\w{30,}$/,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  ];
  return {
    isSecretName(name) {
      if (name.length > 80) return false;
      const words = name
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replace(/[^a-zA-Z0-9]+/g, '_')
        .replace(/^_+|_+$/g, '')
        .toLowerCase();
      return names.test(words) || inner.test(words);
    },
    isSecretValue(value) {
      if (value.length < 12) return false;
      for (const shape of shapes) if (shape.test(value.length > 4096 ? value.slice(0, 4096) : value)) return true;
      return false;
    },
  };
}
