import type { Control } from './control.ts';

const THIRD_PARTY_TEST_FILE = 'server/features/auth/third-party-errors.test.ts';
const ADMINISTRATORS = 'server/admin/administrators';

/** Authentication. Each entry has a code change that disables a protection, and the test that must fail then. */
export const SIGN_IN_CONTROLS: readonly Control[] = [
	{
		name: 'passwords are hashed with a costly function',
		file: 'server/lib/passwords.ts',
		find: 'memoryCost: 24_576,',
		replace: 'memoryCost: 1024,',
		test: {
			file: 'server/lib/passwords.test.ts',
			title:
				'a password is hashed with Argon2id, with more memory and passes than the OWASP minimum',
		},
	},
	{
		name: 'an unknown account is answered as slowly as a wrong password',
		file: 'server/lib/passwords.ts',
		find: 'const dummyHash = await getDummyHash();',
		replace: `if (!stored) return false;
	const dummyHash = '';`,
		test: {
			file: 'server/features/auth/login.test.ts',
			title:
				'a login to an unknown account, or with an impossible phone number, takes about as much processor time as a login with a wrong password',
		},
	},
	{
		name: 'a suspended user cannot sign in',
		file: 'server/features/auth/rules.ts',
		find: 'if (user.bannedAt) {',
		replace: 'if (false) {',
		test: {
			file: 'server/features/auth/login.test.ts',
			title:
				'only a login with the correct password reveals that the user is banned, since when and why',
		},
	},
	{
		name: 'demo accounts can sign in from this computer only',
		file: 'server/features/auth/rules.ts',
		find: 'if (user.demoAt && !isFromLoopback) {\n\t\t',
		replace: 'if (false) {',
		test: {
			file: 'server/features/auth/login.test.ts',
			title: 'a demo user can log in from loopback addresses only',
		},
	},
	{
		name: 'changes of the account ask for the password again',
		file: 'server/features/accounts/reauthenticate.ts',
		find: `if (await verifyPassword(user.passwordHash, password ?? '')) return;`,
		replace: 'return;',
		test: {
			file: 'server/features/accounts/account.test.ts',
			title:
				'a password change with a wrong current password or with a new password that is too short is refused',
		},
	},
	{
		name: 'changes of an account without a password ask for a fresh sign-in',
		file: 'server/features/auth/commands.ts',
		find: 'if (await hasRecentSession(db, id, sessionId, RECENT_SIGN_IN_MINUTES)) return;',
		replace: 'return;',
		test: {
			file: 'tests/security/fresh-sign-in.test.ts',
			title: 'a thief with an old session cannot change the account: %s requires reauthentication',
		},
	},
	{
		name: 'leaked passwords are refused',
		file: 'server/lib/password-policy.ts',
		find: 'if ((await readLeakedPasswords()).has(password.toLowerCase())) return true;',
		replace: '',
		test: {
			file: 'server/lib/password-policy.test.ts',
			title: 'the often leaked password %s is refused',
		},
	},
	{
		name: 'passwords made of the site’s and the user’s own words are refused',
		file: 'server/lib/password-policy.ts',
		find: 'return words.includes(lettersOnly(password));',
		replace: 'return words.length === 0;',
		test: {
			file: 'server/lib/password-policy.test.ts',
			title:
				'the password %s is refused because it consists of words of the site or of the user’s data',
		},
	},
	{
		name: 'an account is linked only by a verified address',
		file: 'server/features/auth/third-party/sign-in.ts',
		find: 'if (!email || !emailVerified)',
		replace: 'if (!email)',
		test: {
			file: THIRD_PARTY_TEST_FILE,
			title: 'a provider account with the unverified address of an existing user is refused',
		},
	},
	{
		name: 'the provider’s signature is verified',
		file: 'server/features/auth/third-party/oidc.ts',
		find: 'client.enableNonRepudiationChecks,',
		replace: '',
		test: {
			file: 'tests/security/third-party.test.ts',
			title:
				'sign-in fails when the ID token is signed with a key that the provider does not publish',
		},
	},
	{
		name: 'login CSRF: sign-in through a provider starts from our pages only',
		file: 'server/http/origin.ts',
		find: 'return origin !== undefined && origins.includes(origin);',
		replace: 'return true;',
		test: {
			file: 'tests/security/third-party.test.ts',
			title: 'sign-in with a provider cannot be started by %s',
		},
	},
	{
		name: 'wrong passwords delay further attempts',
		file: 'server/features/auth/sign-in-throttle.ts',
		find: 'if (count <= allowed) return false;',
		replace: 'if (allowed >= 0) return false;',
		test: {
			file: 'tests/security/limits.test.ts',
			title:
				'wrong passwords delay the next sign-in from the same IP address, even with the correct password, but not from other addresses',
		},
	},
	{
		name: 'wrong passwords in a session delay further attempts',
		file: 'server/features/accounts/routes.ts',
		find: 'return throttle.guard(\n\t\t\t{ account, ipAddress: request.ip, browserId: caller.sessionId, reply },\n\t\t\trun,\n\t\t);',
		replace: 'return run();',
		test: {
			file: 'tests/security/limits.test.ts',
			title:
				'wrong passwords of a signed-in user delay the next attempt of the session from any IP address and at every endpoint, and delay no other session',
		},
	},
	{
		name: 'administrators: wrong passwords delay further attempts',
		file: `${ADMINISTRATORS}/attempt-limits.ts`,
		find: 'if (waitSeconds > 0) {',
		replace: 'if (waitSeconds < 0) {',
		test: {
			file: `${ADMINISTRATORS}/too-many-failures.test.ts`,
			title:
				'after too many failures, even a correct sign-in from the same IP address is refused with 429, but not from another address',
		},
	},
	{
		name: 'administrators: a temporary password expires',
		file: `${ADMINISTRATORS}/sign-in.ts`,
		find: 'if (admin.isPasswordExpired) {',
		replace: 'if (false) {',
		test: {
			file: `${ADMINISTRATORS}/temporary-passwords.test.ts`,
			title:
				'a temporary password expires after three days, and only a sign-in with this password reveals the expiry',
		},
	},
	{
		name: 'administrators: a temporary password cannot be chosen again',
		file: `${ADMINISTRATORS}/commands.ts`,
		find: 'if (admin.passwordGivenAt && (await verifyPassword(admin.passwordHash, newPassword))) {\n\t\t',
		replace: 'if (false) {',
		test: {
			file: `${ADMINISTRATORS}/temporary-passwords.test.ts`,
			title: 'an administrator cannot choose the temporary password as the new password',
		},
	},
	{
		name: 'administrators: a one-time code works once',
		file: `${ADMINISTRATORS}/two-step-queries.ts`,
		find: 'or(isNull(admins.totpLastStep), lt(admins.totpLastStep, timeStep))',
		replace: 'isNotNull(admins.totpSecret)',
		test: {
			file: `${ADMINISTRATORS}/two-step.test.ts`,
			title: 'a code works only once, and afterwards codes of earlier time steps are refused',
		},
	},
	{
		name: 'administrators: the secret of the authenticator app is stored encrypted',
		file: `${ADMINISTRATORS}/two-step.ts`,
		find: 'encryption.encrypt(secret, secretOwnerOf(adminId))',
		replace: 'secret',
		test: {
			file: `${ADMINISTRATORS}/two-step.test.ts`,
			title: 'the TOTP secret is stored encrypted',
		},
	},
	{
		name: 'secret files are readable by their owner only',
		file: 'server/lib/secrets.ts',
		find: '{ mode: 0o600, flush: true }',
		replace: '{ flush: true }',
		test: {
			file: 'server/lib/secrets.test.ts',
			title: 'only the owner can read the secret, and no temporary files are left',
		},
	},
];
