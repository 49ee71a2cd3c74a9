import { isIP } from 'node:net';
import * as z from 'zod/mini';
import type { TeamMember } from '#contract/core/team.ts';

/* The types of environment variables: schemas that check and convert their texts. */

// Until a locale is set, every error message of zod/mini is "Invalid input".
z.config(z.locales.en());

const PHONE = /^[+(]?\d[\d ()-]{4,30}$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** An optional variable; an empty value counts as unset. */
export function optional<S extends z.core.$ZodType>(kind: S) {
	return variable(z.optional(kind));
}

/** A variable with a default. */
export function withDefault<S extends z.core.$ZodType>(
	kind: S,
	defaultValue: z.core.util.NoUndefined<z.output<S>>,
) {
	return variable(z._default(kind, defaultValue));
}

function variable<S extends z.core.$ZodType>(kind: S) {
	return z.pipe(
		z.transform((raw: unknown) => (raw === '' ? undefined : raw)),
		kind,
	);
}

/** A comma-separated list; empty if unset. */
export function listOf(item: z.ZodMiniType<string, string>): z.ZodMiniType<string[]> {
	const list = z.pipe(
		z.string(),
		z.transform((joined: string) => joined.split(',').map((one) => one.trim())),
	);
	return withDefault(z.pipe(list, z.array(item)), []);
}

export const text = z.string();
export const host = z.string().check(z.refine(isHost, 'must be an IP address or a host name'));
export const emailAddress = z.email('must be an email address');
export const zeroOrOne = z.enum(['0', '1'], 'must be 0 or 1');
export const port = z.pipe(
	z.transform((raw: unknown) => (/^\d{1,5}$/.test(String(raw)) ? Number(raw) : Number.NaN)),
	z.int('must be a number from 0 to 65535').check(z.minimum(0), z.maximum(65_535)),
);
export const webAddress = z
	.url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
	.check(z.overwrite((address) => address.replace(/\/+$/, '')));
/** Normalized like the Origin header of browsers, so that both can be compared. */
export const webOrigin = webAddress.check(
	z.refine(isOrigin, 'must have only scheme, host and port, without a path'),
	z.overwrite((address) => (URL.canParse(address) ? new URL(address).origin : address)),
);
export const databaseAddress = z
	.string()
	.check(z.refine(isPostgresAddress, 'must start with postgres://'));
export const redisAddress = z
	.string()
	.check(z.refine(isRedisAddress, 'must be a URL like redis://:password@host:6379'));
export const bucketAddress = z
	.string()
	.check(z.refine(isBucket, 'must be a URL like s3://key:secret@host/bucket?region=name'));
export const mailServer = z.url({
	protocol: /^smtps?$/,
	hostname: /./,
	error: 'must start with smtp:// or smtps://',
});
export const signingSecret = z.string().check(z.minLength(32, 'must have at least 32 characters'));
export const password = z.string().check(z.minLength(8, 'must have at least 8 characters'));
export const emailDomain = z.pipe(
	z.transform((domain: string) => domain.toLowerCase()),
	z.string().check(z.regex(DOMAIN, 'must be domains like college.example, separated by commas')),
);
export const proxies = z
	.string()
	.check(z.refine(isProxyList, 'must be a number of proxies, or addresses separated by commas'));
export const phoneNumber = z
	.string()
	.check(z.regex(PHONE, 'must be a phone number like +91 98765 43210'));
export const timeZone = z
	.string()
	.check(z.refine(isTimeZone, 'must be a time zone like Asia/Kolkata'));

/** A name whose last label is a number is a mistyped IP address (RFC 1123 §2.1). */
function isHost(name: string): boolean {
	const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(name) && !/(^|\.)\d+$/.test(name);
	return isIP(name) !== 0 || isName;
}

function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat('en-IN', { timeZone: name }) !== undefined;
	} catch {
		return false;
	}
}

function isOrigin(address: string): boolean {
	// Invalid URLs are refused by another rule.
	if (!URL.canParse(address)) return true;
	const { pathname, search, hash, username } = new URL(address);
	return pathname === '/' && !search && !hash && !username;
}

/** PostgreSQL URLs may lack a host (Unix socket), which `URL` does not accept. */
function isPostgresAddress(address: string): boolean {
	return (
		/^postgres(ql)?:\/\//.test(address) && URL.canParse(address.replace(/(\/\/|@)\//, '$1socket/'))
	);
}

function isRedisAddress(address: string): boolean {
	return /^rediss?:\/\/[^/]/.test(address) && URL.canParse(address);
}

/** Requires key, secret, host and bucket. */
function isBucket(address: string): boolean {
	if (!/^s3:\/\//.test(address) || !URL.canParse(address)) return false;
	const { username, password, hostname, pathname } = new URL(address);
	return Boolean(username && password && hostname && /^\/[a-z0-9.-]{3,63}$/.test(pathname));
}

/** The values that Fastify accepts: a count, or addresses, networks and its names of network ranges. */
function isProxyList(given: string): boolean {
	if (/^\d{1,3}$/.test(given)) return true;
	return given.split(',').every((proxy) => {
		const [address = '', bits, ...rest] = proxy.trim().split('/');
		if (bits === undefined && /^(loopback|linklocal|uniquelocal)$/.test(address)) return true;
		const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
		return rest.length === 0 && /^\d{1,3}$/.test(bits ?? '0') && Number(bits ?? 0) <= maxBits;
	});
}

const TEAM_SIZE = 3;
const EXPECTED_FORMAT = 'must be three people as "Name, role <email>", separated by semicolons';
const MEMBER = /^([^,<>]+)(?:,([^<>]*))?<([^<>]*)>$/;

/** Parses the team from `Name, role <email>; Name <email>; …`. */
export const team = z.pipe(
	z.string().check(z.refine((text) => parseTeam(text) !== undefined, EXPECTED_FORMAT)),
	z.transform((text) => parseTeam(text) ?? []),
);

/** Undefined unless there are exactly three people, each with a name and an email address. */
function parseTeam(text: string): TeamMember[] | undefined {
	const parts = text.split(';');
	const members = parts.map(parseMember).filter((member) => member !== undefined);
	return parts.length === TEAM_SIZE && members.length === TEAM_SIZE ? members : undefined;
}

function parseMember(part: string): TeamMember | undefined {
	const [, name = '', role = '', email = ''] = (MEMBER.exec(part.trim()) ?? []).map((group = '') =>
		group.trim(),
	);
	const isComplete = name !== '' && z.safeParse(z.email(), email).success;
	return isComplete ? { name, role, email } : undefined;
}
