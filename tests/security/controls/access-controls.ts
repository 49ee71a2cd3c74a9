import type { Control } from './control.ts';

const AUTHENTICATE_FILE = 'server/http/authenticate.ts';
const AUTHENTICATE_TEST = 'server/http/authenticate.test.ts';
const ADMINISTRATORS = 'server/admin/administrators';
const TWO_STEP_TEST_FILE = `${ADMINISTRATORS}/two-step.test.ts`;
const TEMPORARY_PASSWORDS_TEST_FILE = `${ADMINISTRATORS}/temporary-passwords.test.ts`;

/** Authorization and ownership. Each entry has a code change that disables one check, and the test that must fail then. */
export const ACCESS_CONTROLS: readonly Control[] = [
	{
		name: 'calls without a session are refused',
		file: AUTHENTICATE_FILE,
		find: `if (!caller) throw new AppError('unauthenticated', (await rejectionOf(request)) ?? signInError);`,
		replace: 'if (!caller) return;',
		test: AUTHENTICATE_TEST,
	},
	{
		name: 'an administrator’s token is not accepted by the market',
		file: AUTHENTICATE_FILE,
		find: `user: ['user'],`,
		replace: `user: ['user', 'admin', 'super_admin'],`,
		test: AUTHENTICATE_TEST,
	},
	{
		name: 'a student’s token is not accepted by the back-office',
		file: AUTHENTICATE_FILE,
		find: `admin: ['admin', 'super_admin'],`,
		replace: `admin: ['user', 'admin', 'super_admin'],`,
		test: 'server/http/authenticate.test.ts',
	},
	{
		name: 'calls for super administrators are refused to other administrators',
		file: AUTHENTICATE_FILE,
		find: `super_admin: ['super_admin'],`,
		replace: `super_admin: ['admin', 'super_admin'],`,
		test: 'server/admin/audit.test.ts',
	},
	{
		name: 'two-step sign-in, where it is required, is set up before anything else',
		file: AUTHENTICATE_FILE,
		find: 'if (!caller.requiredAction || endpoint.allowedDuring?.includes(caller.requiredAction)) return;',
		replace: 'return;',
		test: TWO_STEP_TEST_FILE,
	},
	{
		name: 'a temporary password is changed before anything else',
		file: `${ADMINISTRATORS}/queries.ts`,
		find: `when \${admins.passwordGivenAt} is not null then 'change password'`,
		replace: `when false then 'change password'`,
		test: TEMPORARY_PASSWORDS_TEST_FILE,
	},
	{
		name: 'only its owner can edit an item',
		file: 'server/features/items/rules.ts',
		find: `if (visible.sellerId !== callerId) throw new AppError('forbidden', ITEM_ERRORS.notOwner);`,
		replace: '',
		test: 'server/features/items/edit-item.slow.test.ts',
	},
	{
		name: 'only its owner can mark an item as sold: the owner is in the WHERE',
		file: 'server/features/deals/save-queries.ts',
		find: 'eq(items.sellerId, sellerId), isOnSale(items)',
		replace: 'isOnSale(items)',
		test: 'tests/security/statements.test.ts',
	},
	{
		name: 'only its owner can edit an item: the owner is in the WHERE',
		file: 'server/features/items/queries.ts',
		find: ` and \${items.sellerId} = \${sellerId} and \${ON_SALE}\`;`,
		replace: ` and \${ON_SALE}\`;`,
		test: 'tests/security/statements.test.ts',
	},
	{
		name: 'only its seller sees a banned item',
		file: 'server/features/items/rules.ts',
		find: 'return item.sellerId === callerId || !isHidden(item);',
		replace: 'return Boolean(item);',
		test: 'server/features/items/view-item.test.ts',
	},
	{
		name: 'an edited item cannot take photos of another item',
		file: 'server/features/items/rules.ts',
		find: 'if (hash === undefined || !own.includes(hash)) throw',
		replace: 'if (hash === undefined) throw',
		test: 'server/features/items/edit-item.slow.test.ts',
	},
	{
		name: 'a user can change only their own profile picture',
		file: 'server/features/accounts/routes.ts',
		find: 'if (params.id !== caller.id) throw',
		replace: 'if (!params.id) throw',
		test: 'server/features/accounts/profile.slow.test.ts',
	},
	{
		name: 'a user can sign out only their own devices',
		file: 'server/features/auth/queries.ts',
		find: '.where(and(eq(sessions.id, id), eq(sessions.userId, userId)))',
		replace: '.where(eq(sessions.id, id))',
		test: 'server/features/auth/sessions/own-sessions.test.ts',
	},
	{
		name: 'chat: only buyer and seller can join a room',
		file: 'server/features/chat/rules.ts',
		find: `if ((requestedBuyerId ?? userId) !== userId) throw chatRefusal('notYours');
		return userId;`,
		replace: 'return requestedBuyerId ?? userId;',
		test: 'server/features/chat/rooms.slow.test.ts',
	},
	{
		name: 'chat: only buyer and seller can read a conversation',
		file: 'server/features/chat/rules.ts',
		find: 'if (item.sellerId !== viewerId && namedUserId !== viewerId) {',
		replace: 'if (false) {',
		test: 'server/features/chat/conversation.test.ts',
	},
	{
		name: 'chat: only the seller sees the buyers of an item',
		file: 'server/features/chat/rules.ts',
		find: `if (chats.sellerId !== viewerId) throw new AppError('forbidden', CHAT_ERRORS.notOwner);`,
		replace: '',
		test: 'server/features/chat/item-chats.test.ts',
	},
	{
		name: 'chat: administrators see photos of pending reports, and later those they had read',
		file: 'server/features/chat/photos/queries.ts',
		find: "= 'pending'",
		replace: 'is not null',
		test: 'server/features/chat/photos/access.test.ts',
	},
	{
		name: 'chat: the signed URL of a photo expires',
		file: 'server/storage/photo-urls.ts',
		find: 'if (remainingSeconds <= 0 || !isSigned',
		replace: 'if (!isSigned',
		test: 'server/features/chat/photos/access.test.ts',
	},
	{
		name: 'chat: a message is stored only while its sender’s session is valid',
		file: 'server/features/chat/messages/queries.ts',
		find: `when (select true \${fromOpenSession(TOKEN)}) is null then 'signedOut'`,
		replace: "when false then 'signedOut'",
		test: 'server/features/chat/socket-errors.slow.test.ts',
	},
	{
		name: 'chat: membership of a room is checked in the database',
		file: 'server/features/chat/messages/queries.ts',
		find: `when sent.sender_id not in (sent.buyer_id, item.seller_id) or sent.buyer_id = item.seller_id
				then 'notYours'`,
		replace: `when false then 'notYours'`,
		test: 'tests/security/statements.test.ts',
	},
	{
		name: 'chat: messages of a blocked user are not delivered',
		file: 'server/features/chat/messages/queries.ts',
		find: `coalesce(\${hasBlocked(RECEIVER, SENDER)}, false) as is_withheld,`,
		replace: 'false as is_withheld,',
		test: 'server/features/chat/socket-errors.slow.test.ts',
	},
	{
		name: 'maintenance mode refuses every call of the market',
		file: 'server/features/maintenance/routes.ts',
		find: 'if (!settings.maintenanceMode || !isClosedByMaintenance(request)) return done();',
		replace: 'return done();',
		test: 'server/features/maintenance/maintenance.test.ts',
	},
];
