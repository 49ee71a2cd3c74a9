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
		test: 'server/lib/passwords.test.ts',
	},
	{
		name: 'an unknown account is answered as slowly as a wrong password',
		file: 'server/lib/passwords.ts',
		find: 'const dummyHash = await getDummyHash();',
		replace: `if (!stored) return false;
	const dummyHash = '';`,
		test: 'server/features/auth/login.slow.test.ts',
	},
	{
		name: 'a suspended user cannot sign in',
		file: 'server/features/auth/rules.ts',
		find: '!bannedAt && (',
		replace: '(',
		test: 'server/features/auth/login.slow.test.ts',
	},
	{
		name: 'demo accounts can sign in from this computer only',
		file: 'server/features/auth/rules.ts',
		find: ' && (!demoAt || isFromLoopback)',
		replace: '',
		test: 'server/features/auth/login.slow.test.ts',
	},
	{
		name: 'changes of the account ask for the password again',
		file: 'server/features/auth/commands.ts',
		find: `if (await verifyPassword(user.passwordHash, password ?? '')) return;`,
		replace: 'return;',
		test: 'server/features/accounts/account.test.ts',
	},
	{
		name: 'changes of an account without a password ask for a fresh sign-in',
		file: 'server/features/auth/commands.ts',
		find: 'if (await hasRecentSession(db, id, sessionId, RECENT_SIGN_IN_MINUTES)) return;',
		replace: 'return;',
		test: 'tests/security/fresh-sign-in.slow.test.ts',
	},
	{
		name: 'leaked passwords are refused',
		file: 'server/lib/passwords.ts',
		find: 'if ((await readLeakedPasswords()).has(password.toLowerCase())) return true;',
		replace: '',
		test: 'server/lib/passwords.test.ts',
	},
	{
		name: 'passwords made of the site’s and the user’s own words are refused',
		file: 'server/lib/passwords.ts',
		find: 'return words.includes(lettersOnly(password));',
		replace: 'return words.length === 0;',
		test: 'server/lib/passwords.test.ts',
	},
	{
		name: 'an account is linked only by a verified address',
		file: 'server/features/auth/third-party/commands.ts',
		find: 'if (!email || !emailVerified)',
		replace: 'if (!email)',
		test: THIRD_PARTY_TEST_FILE,
	},
	{
		name: 'the provider’s signature is verified',
		file: 'server/features/auth/third-party/oidc.ts',
		find: 'client.enableNonRepudiationChecks,',
		replace: '',
		test: 'tests/security/third-party.slow.test.ts',
	},
	{
		name: 'login CSRF: sign-in through a provider starts from our pages only',
		file: 'server/http/request-headers.ts',
		find: 'return origin !== undefined && origins.includes(origin);',
		replace: 'return true;',
		test: 'tests/security/third-party.slow.test.ts',
	},
	{
		name: 'wrong passwords delay further attempts',
		file: 'server/features/auth/sign-in-guards.ts',
		find: 'if (count <= allowed) return false;',
		replace: 'if (allowed >= 0) return false;',
		test: 'tests/security/limits.slow.test.ts',
	},
	{
		name: 'wrong passwords in a session delay further attempts',
		file: 'server/features/auth/sign-in-guards.ts',
		find: 'return guard({ account, ipAddress: request.ip, browserId: caller.sessionId, reply }, run);',
		replace: 'return run();',
		test: 'tests/security/limits.slow.test.ts',
	},
	{
		name: 'administrators: wrong passwords delay further attempts',
		file: `${ADMINISTRATORS}/authenticate.ts`,
		find: 'if (waitSeconds > 0) {',
		replace: 'if (waitSeconds < 0) {',
		test: `${ADMINISTRATORS}/too-many-failures.slow.test.ts`,
	},
	{
		name: 'administrators: a temporary password expires',
		file: `${ADMINISTRATORS}/sign-in.ts`,
		find: 'if (admin.isPasswordExpired) {',
		replace: 'if (false) {',
		test: `${ADMINISTRATORS}/temporary-passwords.test.ts`,
	},
	{
		name: 'administrators: a temporary password cannot be chosen again',
		file: `${ADMINISTRATORS}/commands.ts`,
		find: 'if (admin.passwordGivenAt && (await verifyPassword(admin.passwordHash, newPassword))) {\n\t\t',
		replace: 'if (false) {',
		test: `${ADMINISTRATORS}/temporary-passwords.test.ts`,
	},
	{
		name: 'administrators: a one-time code works once',
		file: `${ADMINISTRATORS}/queries.ts`,
		find: 'or(isNull(admins.totpLastStep), lt(admins.totpLastStep, timeStep))',
		replace: 'isNotNull(admins.totpSecret)',
		test: `${ADMINISTRATORS}/two-step.test.ts`,
	},
	{
		name: 'administrators: the secret of the authenticator app is stored encrypted',
		file: `${ADMINISTRATORS}/authenticate.ts`,
		find: 'encryption.encrypt(secret, secretOwnerOf(adminId))',
		replace: 'secret',
		test: `${ADMINISTRATORS}/two-step.test.ts`,
	},
	{
		name: 'secret files are readable by their owner only',
		file: 'server/lib/secrets.ts',
		find: '{ mode: 0o600, flush: true }',
		replace: '{ flush: true }',
		test: 'server/lib/secrets.test.ts',
	},
];
