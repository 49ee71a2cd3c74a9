/** A random UUID. `crypto.randomUUID` needs HTTPS, which an installation on a campus network may lack. */
export function randomUuid(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	// Version 4, variant 1 (RFC 9562 §5.4).
	const marked = bytes
		.with(6, ((bytes[6] ?? 0) & 0x0f) | 0x40)
		.with(8, ((bytes[8] ?? 0) & 0x3f) | 0x80);
	const hex = [...marked].map((byte) => byte.toString(16).padStart(2, '0')).join('');
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
