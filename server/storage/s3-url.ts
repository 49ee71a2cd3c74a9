/** Where an S3 store is, and who we are there. */
export interface S3Config {
	/** http(s)://host[:port] */
	endpoint: string;
	bucket: string;
	region: string;
	key: string;
	secret: string;
}

/** What stores take that have no regions. */
const DEFAULT_REGION = 'us-east-1';

/**
 * Reads `s3://key:secret@host[:port]/bucket?region=name&tls=off`, as the configuration has accepted it.
 * @throws URIError where the percent signs of the key or the secret stand for nothing
 */
export function parseS3Url(url: string): S3Config {
	const { username, password, host, pathname, searchParams } = new URL(url);
	const scheme = searchParams.get('tls') === 'off' ? 'http' : 'https';
	return {
		endpoint: `${scheme}://${host}`,
		bucket: pathname.slice(1),
		region: searchParams.get('region') ?? DEFAULT_REGION,
		key: decodeURIComponent(username),
		secret: decodeURIComponent(password),
	};
}
