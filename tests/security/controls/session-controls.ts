import type { Control } from './control.ts';

const SESSION_QUERIES_FILE = 'server/features/auth/queries.ts';
const SIGNED_CLAIMS_FILE = 'server/features/auth/sessions/tokens.ts';
const SESSION_TEST_FILE = 'server/features/auth/sessions/session.test.ts';
const ADMINISTRATORS = 'server/admin/administrators';

/**
 * Sessions, tokens and mailed links. Each entry has a code change that disables a protection, and the test that must fail
 * then.
 */
export const SESSION_CONTROLS: readonly Control[] = [
	{
		name: 'a session is looked up in the database',
		file: 'server/app/build-app.ts',
		find: 'if (!claims || !(await touchSession(db, claims))) return null;',
		replace: 'if (!claims) return null;',
		test: SESSION_TEST_FILE,
	},
	{
		name: 'a session expires',
		file: SESSION_QUERIES_FILE,
		find: ' and session.expires_at > now()',
		replace: '',
		test: SESSION_TEST_FILE,
	},
	{
		name: 'a token with an older version, and that of a banned or erased account, is refused',
		file: SESSION_QUERIES_FILE,
		find: `		and person.id = \${id} and person.token_version = \${ver}
		and coalesce(person.banned_at, person.deleted_at) is null\``,
		replace: '`',
		test: SESSION_TEST_FILE,
	},
	{
		name: 'a token expires',
		file: SIGNED_CLAIMS_FILE,
		find: 'algorithms: [ALGORITHM],',
		replace: 'algorithms: [ALGORITHM], ignoreExpiration: true,',
		test: SESSION_TEST_FILE,
	},
	{
		name: 'a token is accepted with our signature algorithm only',
		file: SIGNED_CLAIMS_FILE,
		find: 'algorithms: [ALGORITHM],',
		replace: '',
		test: SESSION_TEST_FILE,
	},
	{
		name: 'a ban ends sessions and connections',
		file: 'server/features/accounts/moderation.ts',
		find: 'realtime.endSuspended(userId);',
		replace: '',
		test: 'server/admin/users.test.ts',
	},
	{
		name: 'a session that was ended by a ban stays ended after it',
		file: 'server/app/account-lifecycle.ts',
		find: 'for (const step of BAN_STEPS) await step(tx, userIds);',
		replace: '',
		test: 'server/admin/users.test.ts',
	},
	{
		name: 'administrators: an idle session ends',
		file: `${ADMINISTRATORS}/sessions.ts`,
		find: `\${adminSessions.lastSeenAt} > now() - \${seconds(ADMIN_SESSION_LIMITS.idleMs)}`,
		replace: 'true',
		test: `${ADMINISTRATORS}/sign-in.test.ts`,
	},
	{
		name: 'a mailed link works once',
		file: 'server/features/auth/address/queries.ts',
		find: 'isNull(usedAt), or(',
		replace: 'or(',
		test: 'server/features/auth/address/recovery.slow.test.ts',
	},
	{
		name: 'a mailed link expires',
		file: 'server/features/auth/address/queries.ts',
		find: ', gt(expiresAt, sql`now()`)',
		replace: '',
		test: 'server/features/auth/address/recovery.slow.test.ts',
	},
	{
		name: 'an older password reset link, still valid after a newer request, expires as well',
		file: 'server/features/auth/address/queries.ts',
		find: '::timestamptz > now()`',
		replace: ' is not null`',
		test: 'server/features/auth/address/repeated-reset-requests.slow.test.ts',
	},
	{
		name: 'the token of a mailed link is stored as a hash',
		file: 'server/features/auth/address/queries.ts',
		find: `return createHash('sha256').update(token).digest('hex');`,
		replace: 'return token;',
		test: 'server/features/auth/address/recovery.slow.test.ts',
	},
	{
		name: 'an email address is confirmed only in a session of its account',
		file: 'server/features/auth/address/commands.ts',
		find: 'requireAccount(userId, caller);',
		replace: '',
		test: 'server/features/auth/address/change-email.slow.test.ts',
	},
	{
		name: 'a first sign-in through a provider ends the access of whoever registered its unconfirmed address',
		file: 'server/features/auth/third-party/commands.ts',
		find: 'if (wasUnconfirmed) await revokeUnconfirmedAccess(tx, user.id, accountLifecycle);',
		replace: 'if (wasUnconfirmed) await null;',
		test: 'server/features/accounts/linking.slow.test.ts',
	},
	{
		name: 'changes are mailed to confirmed addresses only',
		file: 'server/features/auth/address/mails.ts',
		find: 'const to = user.emailConfirmedAt ? recipientOf(user) : undefined;',
		replace: 'const to = recipientOf(user);',
		test: 'server/features/auth/address/mails.test.ts',
	},
	{
		name: 'a password reset unlinks third-party identities',
		file: 'server/features/auth/address/commands.ts',
		find: 'if (await deleteIdentities(tx, userId)) {',
		replace: 'if (!user.emailConfirmedAt && (await deleteIdentities(tx, userId))) {',
		test: 'server/features/accounts/linking.slow.test.ts',
	},
];
