/** Location and credentials of an S3 store. */
export interface S3Config {
	/** http(s)://host[:port] */
	endpoint: string;
	bucket: string;
	region: string;
	key: string;
	secret: string;
}

/** Accepted by stores without regions. */
const DEFAULT_REGION = 'us-east-1';

/**
 * Parses `s3://key:secret@host[:port]/bucket?region=name&tls=off`, which the configuration has validated.
 * @throws URIError for an invalid percent encoding in key or secret
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
