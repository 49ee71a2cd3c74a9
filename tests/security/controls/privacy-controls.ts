import type { Control } from './control.ts';

const PERSONAL_DATA = 'server/app/personal-data.ts';
const ERASURE_TEST = {
	file: 'server/features/accounts/privacy/erasure.test.ts',
	title: 'an erased account leaves no personal data: no row, no file, no log line',
};
const AUDIT_FOLDER = 'server/admin/audit';

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
		test: {
			file: 'tests/security/boundaries.test.ts',
			title: 'a response contains only the fields that its endpoint declares',
		},
	},
	{
		name: 'responses to signed-in users are not stored in the shared cache',
		file: 'server/http/response-cache/response-cache.ts',
		find: `(method === 'GET' || method === 'HEAD') && headers.authorization === undefined`,
		replace: `method === 'GET' || method === 'HEAD'`,
		test: {
			file: 'server/http/response-cache/response-cache.test.ts',
			title: 'is neither served to signed-in users nor created by their requests',
		},
	},
	{
		name: 'signed-in users get no response from the shared cache',
		file: 'server/http/response-cache/fast-path.ts',
		find: `		headers.authorization === undefined &&
`,
		replace: '',
		test: {
			file: 'server/http/response-cache/response-cache.test.ts',
			title: 'is neither served to signed-in users nor created by their requests',
		},
	},
	{
		name: 'contact details are hidden from other users',
		file: 'server/features/auth/routes.ts',
		find: 'return { success: true, data: presentPerson(user, photoUrls) };',
		replace: 'return { success: true, data: presentOwnAccount(user, photoUrls) };',
		test: {
			file: 'server/features/auth/sessions/session.test.ts',
			title: 'other users see name and picture, but no contact details',
		},
	},
	{
		name: 'an unexpected error reveals no details',
		file: 'server/http/errors.ts',
		find: 'errorBody(REQUEST_ERRORS.failed)',
		replace: 'errorBody({ ...REQUEST_ERRORS.failed, message: error.message })',
		test: {
			file: 'server/http/errors.test.ts',
			title: 'is logged, and its text is not sent to the client',
		},
	},
	{
		name: 'the log has no values of failed queries',
		file: 'server/observability/log.ts',
		find: `query === undefined ? error.message : 'a query failed'`,
		replace: 'error.message',
		test: {
			file: 'server/observability/log.test.ts',
			title: 'a failed query is logged with statement and cause, without its values',
		},
	},
	{
		name: 'the export has all personal data',
		file: PERSONAL_DATA,
		find: 'Object.assign(data, await exportOf(db, userId, photoUrls));',
		replace: 'await exportOf(db, userId, photoUrls);',
		test: {
			file: 'server/features/accounts/privacy/export.test.ts',
			title:
				'a user’s data export contains everything that the database stores about the user, except secrets',
		},
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
		file: 'server/mail/smtp-transport.ts',
		find: 'requireTLS: !isLoopback(new URL(url).hostname),',
		replace: '',
		test: {
			file: 'tests/security/mail-connections.test.ts',
			title: 'a mail server on another machine that offers no encryption gets no mail',
		},
	},
	{
		name: 'refused requests are logged',
		file: 'server/http/errors.ts',
		find: '\n\t\tlogRefusal(request, appError);\n\t\t',
		replace: '',
		test: {
			file: 'tests/security/logging.test.ts',
			title:
				'a refused request is logged with user, route and reason, without any data that was sent',
		},
	},
	{
		name: 'a password set by a mailed link is logged',
		file: 'server/features/accounts/recovery-routes.ts',
		find: `log.info({ userId: id, by: 'mailed link', ip: request.ip }, 'password changed');`,
		replace: 'log.trace(request.ip);',
		test: {
			file: 'tests/security/logging.test.ts',
			title:
				'changes of credentials and sign-outs are logged with user id and IP address, without the values',
		},
	},
	{
		name: 'unsubscribe links are signed',
		file: 'server/features/notifications/unsubscribe-tokens.ts',
		find: 'isSigned(signedTextOf(subscription), signature, secrets) ? subscription : undefined',
		replace: 'subscription',
		test: {
			file: 'server/features/notifications/preferences.test.ts',
			title: 'forged unsubscribe tokens are refused and change nothing',
		},
	},
	{
		name: 'a user name cannot inject mail headers',
		file: 'server/mail/layout.ts',
		find: String.raw`return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();`,
		replace: 'return text;',
		test: {
			file: 'server/mail/mail.test.ts',
			title: 'a recipient name with line breaks adds no header and no line: %j',
		},
	},
	{
		name: 'a user name is escaped in HTML mails',
		file: 'server/lib/html.ts',
		find: 'return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);',
		replace: 'return escapes[text] ?? text;',
		test: { file: 'server/mail/mail.test.ts', title: 'a recipient name is escaped in HTML' },
	},
	{
		name: 'CSV exports escape formulas',
		file: 'server/admin/kit/csv.ts',
		find: 'escape_formulas: true,',
		replace: '',
		test: {
			file: 'server/admin/kit/csv.test.ts',
			title: 'the CSV value %j is exported as text, so that spreadsheets do not run a formula',
		},
	},
	{
		name: 'the audit log is append-only, by its trigger',
		file: 'server/db/migrations/0005_back_office.sql',
		find: `RAISE EXCEPTION 'The audit log can only be added to.' USING ERRCODE = 'insufficient_privilege';`,
		replace: 'RETURN NULL;',
		isOfSchema: true,
		test: {
			file: `${AUDIT_FOLDER}/chain.test.ts`,
			title: 'even the owner of the database cannot run “%s”',
		},
	},
	{
		name: 'the audit log is append-only, by the application’s database role',
		file: 'server/db/migrate/app-role.ts',
		find: `\`revoke all on audit_log, audit_head from \${APP_ROLE}\`,`,
		replace: '',
		isOfSchema: true,
		test: {
			file: `${AUDIT_FOLDER}/chain.test.ts`,
			title: 'the app’s database role is not allowed to run “%s”',
		},
	},
	{
		name: 'the hash chain of the audit log is verified',
		file: 'server/audit/verify.ts',
		find: 'if (error) return { newest, error: ERROR_MESSAGES[error.kind](error.id) };',
		replace: '',
		test: { file: 'server/audit/verify.test.ts', title: 'finds %s' },
	},
	{
		name: 'an administrator’s refused action is in the audit log',
		file: `${AUDIT_FOLDER}/rejected-actions.ts`,
		find: `if (!auditAs || !caller || caller.role === 'user') return;`,
		replace: 'return;',
		test: {
			file: `${AUDIT_FOLDER}/audit-log.test.ts`,
			title: 'ordinary administrators are refused with 403, and their attempts are logged',
		},
	},
	{
		name: 'an administrator’s action and its log entry are one transaction',
		file: 'server/features/accounts/moderation.ts',
		find: 'await logAudit(tx, actor, ...entries);',
		replace: '',
		test: {
			file: 'server/admin/users/users.test.ts',
			title:
				'when two administrators ban a user at the same time, one succeeds and the other is refused with 409',
		},
	},
	{
		name: 'a damaged backup is refused before anything is restored',
		file: 'tools/backup/archive.ts',
		find: 'if (actual.sha256 !== sum.sha256 || actual.bytes !== sum.bytes) throw damagedError(name);',
		replace: '',
		test: {
			file: 'tools/backup/backup.test.ts',
			title: 'opening a backup fails if one byte of %s is changed',
		},
	},
];
