import type { Control } from './control.ts';

const SESSIONS = 'server/features/auth/sessions/queries.ts';
const SIGNED_CLAIMS = 'server/features/auth/signed-claims.ts';
const SESSION = 'server/features/auth/sessions/session.test.ts';
const THIRD_PARTY = 'server/features/auth/third-party-refused.test.ts';
const ADMINISTRATORS = 'server/features/admin/administrators';

/** Proving who one is, and for how long it counts. */
export const SIGN_IN_CONTROLS: readonly Control[] = [
	{
		name: 'passwords are hashed slowly',
		file: 'server/lib/passwords.ts',
		find: 'memoryCost: 19_456,',
		replace: 'memoryCost: 1024,',
		test: {
			file: 'server/lib/passwords.test.ts',
			title: 'is hashed with Argon2id at the strength that OWASP asks for',
		},
	},
	{
		name: 'an unknown account takes as long as a wrong password',
		file: 'server/lib/passwords.ts',
		find: 'nobody ??= hashPassword(crypto.randomUUID());',
		replace: 'if (!stored) return false;',
		test: {
			file: 'server/features/auth/login.test.ts',
			title: 'an unknown account costs as much work as a wrong password',
		},
	},
	{
		name: 'a suspended person does not come in',
		file: 'server/features/auth/rules.ts',
		find: `if (user.bannedAt) throw new Suspended('forbidden', AUTH_MESSAGES.suspended);`,
		replace: '',
		test: {
			file: 'server/features/auth/login.test.ts',
			title: 'a suspended person is told so, but only with the right password',
		},
	},
	{
		name: 'the demo’s accounts are for this computer',
		file: 'server/features/auth/rules.ts',
		find: 'if (user.demoAt && !fromThisComputer) {',
		replace: 'if (false) {',
		test: {
			file: 'server/features/auth/login.test.ts',
			title: 'a person of the demo comes in from this computer only',
		},
	},
	{
		name: 'a session is looked up in the database',
		file: 'server/app.ts',
		find: 'if (!claims || !(await seeSession(db, claims))) return null;',
		replace: 'if (!claims) return null;',
		test: { file: SESSION, title: 'ends by logging out, once and for all' },
	},
	{
		name: 'a session ends when its time is over',
		file: SESSIONS,
		find: ' and session.expires_at > now()',
		replace: '',
		test: { file: SESSION, title: 'ends when its time is over, whatever the token says' },
	},
	{
		name: 'a token of an older version opens nothing; nor that of a banned or erased account',
		file: SESSIONS,
		find: `		and person.id = \${id} and person.token_version = \${ver}
		and coalesce(person.banned_at, person.deleted_at) is null\``,
		replace: '`',
		test: { file: SESSION, title: 'ends at once when %s' },
	},
	{
		name: 'a token expires',
		file: SIGNED_CLAIMS,
		find: 'algorithms: [ALGORITHM],',
		replace: 'algorithms: [ALGORITHM], ignoreExpiration: true,',
		test: { file: SESSION, title: 'that has expired opens nothing' },
	},
	{
		name: 'a token is signed in our way',
		file: SIGNED_CLAIMS,
		find: 'algorithms: [ALGORITHM],',
		replace: '',
		test: { file: SESSION, title: 'signed in another way than ours opens nothing' },
	},
	{
		name: 'a ban ends the sessions and connections',
		file: 'server/features/admin/users/commands.ts',
		find: 'live.endUser(userId);',
		replace: '',
		test: {
			file: 'server/features/admin/users/users.test.ts',
			title: 'ends the sessions and connections of the user at once, and is lifted again',
		},
	},
	{
		name: 'the password is asked for before the account is changed',
		file: 'server/features/account/proof.ts',
		find: `if (await isPassword(user.passwordHash, password ?? '')) return;`,
		replace: 'return;',
		test: {
			file: 'server/features/account/account.test.ts',
			title: 'is not changed by a guess, nor to one that is too short',
		},
	},
	{
		name: 'a fresh sign-in is asked for where there is no password to ask for',
		file: 'server/features/auth/commands.ts',
		find: 'if (await hasFreshSession(db, id, sessionId, FRESH_SIGN_IN_MINUTES)) return;',
		replace: 'return;',
		test: {
			file: 'tests/security/fresh-sign-in.test.ts',
			title: '%s asks for a fresh sign-in',
		},
	},
	{
		name: 'passwords that leaked are refused',
		file: 'server/lib/chosen-passwords.ts',
		find: 'if ((await leaked).has(password.toLowerCase())) return true;',
		replace: '',
		test: {
			file: 'server/lib/chosen-passwords.test.ts',
			title: '%s has leaked too often',
		},
	},
	{
		name: 'words of the place are no passwords',
		file: 'server/lib/chosen-passwords.ts',
		find: 'return words.includes(lettersOf(password));',
		replace: 'return words.length === 0;',
		test: {
			file: 'server/lib/chosen-passwords.test.ts',
			title: '%s is a word of this place or of theirs',
		},
	},
	{
		name: 'a mailed link works once',
		file: 'server/features/links/queries.ts',
		find: 'isNull(usedAt), or(',
		replace: 'or(',
		test: {
			file: 'server/features/account/recovery.test.ts',
			title: 'works once, and of two at once for one',
		},
	},
	{
		name: 'a mailed link ends after its time',
		file: 'server/features/links/queries.ts',
		find: ', gt(expiresAt, sql`now()`)',
		replace: '',
		test: { file: 'server/features/account/recovery.test.ts', title: 'is good for 30 minutes' },
	},
	{
		name: 'an older mailed link ends after its time as well',
		file: 'server/features/links/queries.ts',
		find: '::timestamptz > now()`',
		replace: ' is not null`',
		test: {
			file: 'server/features/auth/asking-again.test.ts',
			title: 'an older link is good for its own 30 minutes',
		},
	},
	{
		name: 'a mailed link’s token is kept as a hash',
		file: 'server/features/links/commands.ts',
		find: `return createHash('sha256').update(token).digest('hex');`,
		replace: 'return token;',
		test: {
			file: 'server/features/account/recovery.test.ts',
			title: 'is kept as a hash only, and in no log',
		},
	},
	{
		name: 'an address is confirmed in a session of its account only',
		file: 'server/features/account/recovery.ts',
		find: 'requireAccount(userId, caller);',
		replace: '',
		test: {
			file: 'server/features/account/change-email.test.ts',
			title:
				'opened by who is not signed in confirms nothing, and still does its work for the account',
		},
	},
	{
		name: 'whoever made an account under another’s address loses every way into it',
		file: 'server/features/auth/by-identity.ts',
		find: 'if (hasEndedSessions) await endWhatStrangersMade(tx, user.id);',
		replace: 'if (hasEndedSessions) await null;',
		test: {
			file: 'server/features/account/linking.test.ts',
			title: 'is too late for who had made an account under another’s address, once its owner came',
		},
	},
	{
		name: 'a password set by a mailed link ends linked identities',
		file: 'server/features/account/recovery.ts',
		find: 'if (await deleteIdentities(tx, userId)) {',
		replace: 'if (!user.emailConfirmedAt && (await deleteIdentities(tx, userId))) {',
		test: {
			file: 'server/features/account/linking.test.ts',
			title:
				'by a thief is told by mail, and ends with the password that the owner sets by a mailed link',
		},
	},
	{
		name: 'an account is linked by a verified address only',
		file: 'server/features/auth/by-identity.ts',
		find: 'if (!email || !emailVerified)',
		replace: 'if (!email)',
		test: {
			file: THIRD_PARTY,
			title: 'to another’s account by an address that is not verified',
		},
	},
	{
		name: 'the provider’s signature is looked at',
		file: 'server/features/auth/identity-provider.ts',
		find: 'client.enableNonRepudiationChecks,',
		replace: '',
		test: {
			file: 'tests/security/third-party.test.ts',
			title: 'fails where its answer is signed by another key than it publishes',
		},
	},
	{
		name: 'nobody is signed in by a link from elsewhere',
		file: 'server/http/origin.ts',
		find: 'return URL.canParse(referer) && origins.includes(new URL(referer).origin);',
		replace: 'return true;',
		test: {
			file: 'tests/security/third-party.test.ts',
			title: 'is not begun by %s',
		},
	},
	{
		name: 'wrong passwords make further tries wait',
		file: 'server/features/auth/throttle.ts',
		find: 'if (count <= free) return;',
		replace: 'if (free >= 0) return;',
		test: {
			file: 'tests/security/limits.test.ts',
			title: 'make the next try from there wait, a right one too, and nobody elsewhere',
		},
	},
	{
		name: 'wrong passwords of who is signed in make further tries wait',
		file: 'server/features/account/routes.ts',
		find: 'return throttle.guard({ account, address: request.ip, mark: caller.sessionId, reply }, tryIt);',
		replace: 'return tryIt();',
		test: {
			file: 'tests/security/limits.test.ts',
			title:
				'make the next one wait from wherever it comes, to every call that asks for it, and no other session',
		},
	},
	{
		name: 'administrators: wrong passwords make further tries wait',
		file: `${ADMINISTRATORS}/tries.ts`,
		find: 'if (waitSeconds === 0) return;',
		replace: 'return;',
		test: {
			file: `${ADMINISTRATORS}/sign-in.test.ts`,
			title: 'make further tries from there wait, right ones too, and nobody elsewhere',
		},
	},
	{
		name: 'administrators: a given password runs out',
		file: `${ADMINISTRATORS}/sign-in.ts`,
		find: 'if (admin.hasPasswordRunOut) {',
		replace: 'if (false) {',
		test: {
			file: `${ADMINISTRATORS}/given-passwords.test.ts`,
			title: 'runs out after three days, which only who knows it is told, and is logged',
		},
	},
	{
		name: 'administrators: a given password is not kept',
		file: `${ADMINISTRATORS}/accounts.ts`,
		find: 'if (admin.passwordGivenAt && (await isPassword(admin.passwordHash, newPassword))) {',
		replace: 'if (false) {',
		test: {
			file: `${ADMINISTRATORS}/given-passwords.test.ts`,
			title: 'is no choice of one’s own',
		},
	},
	{
		name: 'administrators: a code comes in once',
		file: `${ADMINISTRATORS}/two-step-queries.ts`,
		find: 'or(isNull(admins.totpLastStep), lt(admins.totpLastStep, step))',
		replace: 'isNotNull(admins.totpSecret)',
		test: {
			file: `${ADMINISTRATORS}/two-step.test.ts`,
			title: 'a right code comes in once; the one before the last is too old',
		},
	},
	{
		name: 'administrators: the secret of the authenticator app is sealed',
		file: `${ADMINISTRATORS}/two-step.ts`,
		find: 'seal.close(secret, ownerOf(adminId))',
		replace: 'secret',
		test: { file: `${ADMINISTRATORS}/two-step.test.ts`, title: 'keeps the secret sealed' },
	},
	{
		name: 'administrators: an unused session ends',
		file: `${ADMINISTRATORS}/session-queries.ts`,
		find: `\${adminSessions.lastSeenAt} > now() - \${seconds(ADMIN_SESSION_LIMITS.idleMs)}`,
		replace: 'true',
		test: { file: `${ADMINISTRATORS}/sign-in.test.ts`, title: 'ends after %s, and is swept' },
	},
	{
		name: 'a secret can be read by its owner only',
		file: 'server/lib/secrets.ts',
		find: '{ mode: 0o600, flush: true }',
		replace: '{ flush: true }',
		test: {
			file: 'server/lib/secrets.test.ts',
			title: 'can be read by its owner only, and leaves no drafts',
		},
	},
];
