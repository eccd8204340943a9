import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type SecureContext, createSecureContext, rootCertificates } from 'node:tls';
import { InvalidSettings } from '@gatehouse/settings';

/** Trust settings for certificates of upstreams; passed to each connection, so that environment variables have no effect. */
export interface UpstreamTrust {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
}

/** The relevant settings. */
export interface TrustSettings {
  /** `SVC_PROXY_UPSTREAM_CA` */
  readonly proxyUpstreamCa: string | undefined;
  /** `SVC_PROXY_UPSTREAM_INSECURE` */
  readonly proxyUpstreamInsecure: boolean;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The default certificate authorities and those of the deployment. Throws when their file cannot be read or holds no certificate,
 * because a proxy that starts without them would only fail later.
 */
export function upstreamTrust({ proxyUpstreamCa, proxyUpstreamInsecure }: TrustSettings): UpstreamTrust {
  const own = proxyUpstreamCa === undefined ? [] : certificatesIn(proxyUpstreamCa);
  // Created once: parsing all authorities takes longer than a handshake.
  const secureContext = createSecureContext(own.length > 0 ? { ca: [...rootCertificates, ...own] } : {});
  return { secureContext, rejectUnauthorized: !proxyUpstreamInsecure };
}

function certificatesIn(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new InvalidSettings(['SVC_PROXY_UPSTREAM_CA names a file that cannot be read']);
  }
  const certificates = text.match(CERTIFICATE) ?? [];
  try {
    for (const certificate of certificates) new X509Certificate(certificate);
  } catch {
    throw new InvalidSettings(['SVC_PROXY_UPSTREAM_CA names a file with a certificate that cannot be read']);
  }
  if (certificates.length === 0)
    throw new InvalidSettings(['SVC_PROXY_UPSTREAM_CA names a file without certificates (PEM)']);
  return certificates;
}
