import type { Control } from './control.ts';

const PERSONAL_DATA = 'server/app/account-lifecycle.ts';
const ERASURE_TEST = 'server/features/accounts/erasure.slow.test.ts';

/**
 * What leaves the server, and what is logged. Each entry has a code change that disables a protection, and the test that
 * must fail then.
 */
export const PRIVACY_CONTROLS: readonly Control[] = [
	{
		name: 'a response has only the fields of its schema',
		file: 'server/http/route.ts',
		find: '.send(serializeReply(endpoint.reply, answer, reply.server.photoOriginFor(reply.request)));',
		replace: '.send(JSON.stringify(answer));',
		test: 'tests/security/boundaries.test.ts',
	},
	{
		name: 'responses to signed-in users are not stored in the shared cache',
		file: 'server/http/memo.ts',
		find: `(method === 'GET' || method === 'HEAD') && headers.authorization === undefined`,
		replace: `method === 'GET' || method === 'HEAD'`,
		test: 'server/http/memo.slow.test.ts',
	},
	{
		name: 'signed-in users get no response from the shared cache',
		file: 'server/http/memo.ts',
		find: `		headers.authorization === undefined &&
`,
		replace: '',
		test: 'server/http/memo.slow.test.ts',
	},
	{
		name: 'contact details are hidden from other users',
		file: 'server/features/auth/routes.ts',
		find: 'return { data: presentPerson(user, photoUrls) };',
		replace: 'return { data: presentOwnAccount(user, photoUrls) };',
		test: 'server/features/auth/sessions/session.test.ts',
	},
	{
		name: 'an unexpected error reveals no details',
		file: 'server/http/errors.ts',
		find: 'errorBody(REQUEST_ERRORS.failed)',
		replace: 'errorBody({ ...REQUEST_ERRORS.failed, message: error.message })',
		test: 'server/http/errors.test.ts',
	},
	{
		name: 'the log has no values of failed queries',
		file: 'server/observability/log.ts',
		find: `query === undefined ? error.message : 'a query failed'`,
		replace: 'error.message',
		test: 'server/observability/log.test.ts',
	},
	{
		name: 'the export has all personal data',
		file: PERSONAL_DATA,
		find: 'Object.assign(data, await exportOf(db, userId, photoUrls));',
		replace: 'await exportOf(db, userId, photoUrls);',
		test: 'server/features/accounts/export.slow.test.ts',
	},
	{
		name: 'erasure covers chats',
		file: PERSONAL_DATA,
		find: '\tchat,\n',
		replace: '',
		test: ERASURE_TEST,
	},
	{
		name: 'erasure covers third-party identities',
		file: 'server/features/auth/personal-data.ts',
		find: 'await deleteIdentities(tx, userId);',
		replace: '',
		test: ERASURE_TEST,
	},
	{
		name: 'erasure covers former email addresses',
		file: 'server/features/accounts/personal-data.ts',
		find: 'await deleteFormerAddresses(tx, userId);',
		replace: '',
		test: ERASURE_TEST,
	},
	{
		name: 'mail is sent encrypted (TLS)',
		file: 'server/mail/mail.ts',
		find: 'requireTLS: !isLoopback(new URL(url).hostname),',
		replace: '',
		test: 'tests/security/mail-connections.test.ts',
	},
	{
		name: 'refused requests are logged',
		file: 'server/http/errors.ts',
		find: '\n\t\tlogRefusal(request, appError);\n\t\t',
		replace: '',
		test: 'tests/security/logging.test.ts',
	},
	{
		name: 'a password set by a mailed link is logged',
		file: 'server/features/auth/address/routes.ts',
		find: "log.info(facts, 'password changed');",
		replace: 'log.trace(request.ip);',
		test: 'tests/security/logging.test.ts',
	},
	{
		name: 'unsubscribe links are signed',
		file: 'server/features/notifications/commands.ts',
		find: 'isSigned(signedTextOf(subscription), signature, secrets) ? subscription : undefined',
		replace: 'subscription',
		test: 'server/features/notifications/preferences.test.ts',
	},
	{
		name: 'a user name cannot inject mail headers',
		file: 'server/mail/layout.ts',
		find: String.raw`return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();`,
		replace: 'return text;',
		test: 'server/mail/mail.slow.test.ts',
	},
	{
		name: 'a user name is escaped in HTML mails',
		file: 'server/lib/html.ts',
		find: 'return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);',
		replace: 'return escapes[text] ?? text;',
		test: 'server/mail/mail.slow.test.ts',
	},
	{
		name: 'CSV exports escape formulas',
		file: 'server/admin/kit/list.ts',
		find: 'escape_formulas: true,',
		replace: '',
		test: 'server/admin/kit/list.test.ts',
	},
	{
		name: 'the audit log is append-only, by its trigger',
		file: 'server/db/migrations/0005_back_office.sql',
		find: `RAISE EXCEPTION 'The audit log can only be added to.' USING ERRCODE = 'insufficient_privilege';`,
		replace: 'RETURN NULL;',
		isOfSchema: true,
		test: 'server/admin/audit-chain.test.ts',
	},
	{
		name: 'the audit log is append-only, by the application’s database role',
		file: 'server/db/migrate/migrate.ts',
		find: `\`revoke all on audit_log, audit_head from \${APP_ROLE}\`,`,
		replace: '',
		isOfSchema: true,
		test: 'server/admin/audit-chain.test.ts',
	},
	{
		name: 'the hash chain of the audit log is verified',
		file: 'server/audit/log.ts',
		find: 'if (error) return { newest, error: ERROR_MESSAGES[error.kind](error.id) };',
		replace: '',
		test: 'server/audit/log.test.ts',
	},
	{
		name: 'an administrator’s refused action is in the audit log',
		file: 'server/admin/audit.ts',
		find: `if (!auditAs || !caller || caller.role === 'user') return;`,
		replace: 'return;',
		test: 'server/admin/audit.test.ts',
	},
	{
		name: 'an administrator’s action and its log entry are one transaction',
		file: 'server/features/accounts/moderation.ts',
		find: 'await logAudit(tx, actor, ...entries);',
		replace: '',
		test: 'server/admin/users.test.ts',
	},
	{
		name: 'a damaged backup is refused before anything is restored',
		file: 'tools/backup/archive.ts',
		find: 'if (actual.sha256 !== sum.sha256 || actual.bytes !== sum.bytes) throw damagedError(name);',
		replace: '',
		test: 'tools/backup/backup.process.test.ts',
	},
];
