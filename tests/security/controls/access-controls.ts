import type { Control } from './control.ts';

const CALLER = 'server/http/authenticate.ts';
const ADMITS = {
	file: 'server/http/authenticate.test.ts',
	title: 'an endpoint with auth %s, called as %s, responds with status %i',
};
const ADMINISTRATORS = 'server/admin/administrators';
const TWO_STEP = `${ADMINISTRATORS}/two-step.test.ts`;
const GIVEN_PASSWORDS = `${ADMINISTRATORS}/temporary-passwords.test.ts`;

/** Controls of authorization and ownership. */
export const ACCESS_CONTROLS: readonly Control[] = [
	{
		name: 'who is not signed in is refused',
		file: CALLER,
		find: `if (!caller) throw new AppError('unauthenticated', (await rejectionOf(request)) ?? signInError);`,
		replace: 'if (!caller) return;',
		test: ADMITS,
	},
	{
		name: 'an administrator’s token opens nothing of the market',
		file: CALLER,
		find: `user: ['user'],`,
		replace: `user: ['user', 'admin', 'super_admin'],`,
		test: ADMITS,
	},
	{
		name: 'a student’s token opens nothing of the back-office',
		file: CALLER,
		find: `admin: ['admin', 'super_admin'],`,
		replace: `admin: ['user', 'admin', 'super_admin'],`,
		test: {
			file: 'server/http/authenticate.test.ts',
			title: 'an endpoint with auth %s, called as %s, responds with status %i',
		},
	},
	{
		name: 'what is for super administrators is closed to others',
		file: CALLER,
		find: `super_admin: ['super_admin'],`,
		replace: `super_admin: ['admin', 'super_admin'],`,
		test: {
			file: 'server/admin/audit/audit-log.test.ts',
			title: 'is closed to other administrators, and logs that they tried',
		},
	},
	{
		name: 'the log is for super administrators in a history too',
		file: 'server/admin/audit/rules.ts',
		find: `return role === 'super_admin';`,
		replace: `return role !== 'user';`,
		test: {
			file: 'server/admin/history.test.ts',
			title: 'has no log entries for an administrator who may not read the log',
		},
	},
	{
		name: 'who must set up two-step sign-in does so first',
		file: CALLER,
		find: 'if (!caller.requiredAction || endpoint.allowedDuring?.includes(caller.requiredAction)) return;',
		replace: 'return;',
		test: {
			file: TWO_STEP,
			title: 'an administrator without it may only see their account, set it up and log out',
		},
	},
	{
		name: 'who was given a password chooses their own first',
		file: `${ADMINISTRATORS}/queries.ts`,
		find: `when \${admins.passwordGivenAt} is not null then 'change password'`,
		replace: `when false then 'change password'`,
		test: {
			file: GIVEN_PASSWORDS,
			title: 'opens only the page to change it',
		},
	},
	{
		name: 'an item is edited by its owner',
		file: 'server/features/items/rules.ts',
		find: `if (found.sellerId !== callerId) throw new AppError('forbidden', ITEM_ERRORS.notOwner);`,
		replace: '',
		test: {
			file: 'server/features/items/edit-item.test.ts',
			title: 'is refused to other users, before the form is checked',
		},
	},
	{
		name: 'an item is sold by its owner: the statement says so itself',
		file: 'server/features/items/queries.ts',
		find: ` and \${items.sellerId} = \${sellerId} and \${ON_SALE}\`;`,
		replace: ` and \${ON_SALE}\`;`,
		test: {
			file: 'tests/security/statements.test.ts',
			title: 'sells no item of another user',
		},
	},
	{
		name: 'an item is edited by its owner: the statement says so itself',
		file: 'server/features/items/queries.ts',
		find: ` and \${items.sellerId} = \${sellerId} and \${ON_SALE}\`;`,
		replace: ` and \${ON_SALE}\`;`,
		test: {
			file: 'tests/security/statements.test.ts',
			title: 'changes no text of another user’s item',
		},
	},
	{
		name: 'a banned item is there for its seller only',
		file: 'server/features/items/rules.ts',
		find: 'return item.sellerId === callerId || !isHidden(item);',
		replace: 'return Boolean(item);',
		test: {
			file: 'server/features/items/view-item.test.ts',
			title: 'shows a banned item only to its seller, with the reason and signed photo addresses',
		},
	},
	{
		name: 'an item’s photos are its own',
		file: 'server/features/items/rules.ts',
		find: 'if (hash === undefined || !own.includes(hash)) throw',
		replace: 'if (hash === undefined) throw',
		test: {
			file: 'server/features/items/edit-item.test.ts',
			title: 'refuses a photo of another item and changes nothing',
		},
	},
	{
		name: 'a profile picture is one’s own',
		file: 'server/features/accounts/profile/routes.ts',
		find: 'if (params.id !== caller.id) throw',
		replace: 'if (!params.id) throw',
		test: {
			file: 'server/features/accounts/profile/profile.test.ts',
			title: 'of another user cannot be changed',
		},
	},
	{
		name: 'a device is signed out by its owner',
		file: 'server/features/auth/sessions/queries.ts',
		find: '.where(and(eq(sessions.id, id), eq(sessions.userId, userId)))',
		replace: '.where(eq(sessions.id, id))',
		test: {
			file: 'server/features/accounts/sessions.test.ts',
			title: "a user cannot sign out another user's device",
		},
	},
	{
		name: 'chat: a room is joined by its two sides',
		file: 'server/features/chat/rules.ts',
		find: `if ((requestedBuyerId ?? userId) !== userId) throw sendError('notYours');
		return userId;`,
		replace: 'return requestedBuyerId ?? userId;',
		test: {
			file: 'server/features/chat/rooms/socket.test.ts',
			title: 'to another buyer’s room, for any role in the request',
		},
	},
	{
		name: 'chat: a conversation is read by its two sides',
		file: 'server/features/chat/inbox/chat-access.ts',
		find: 'if (item.sellerId !== viewerId && otherNumber !== viewerId) {',
		replace: 'if (false) {',
		test: {
			file: 'server/features/chat/conversation.test.ts',
			title: 'neither a stranger nor another buyer of the item, with the ids in either order',
		},
	},
	{
		name: 'chat: who is interested is the seller’s to know',
		file: 'server/features/chat/inbox/chat-access.ts',
		find: `if (chats.sellerId !== viewerId) throw new AppError('forbidden', CHAT_ERRORS.notOwner);`,
		replace: '',
		test: {
			file: 'server/features/chat/item-chats.test.ts',
			title: 'neither a buyer nor a stranger',
		},
	},
	{
		name: 'chat: a photo is opened by who may see it now',
		file: 'server/features/chat/photos/queries.ts',
		find: "eq(userReports.status, 'pending'),",
		replace: '',
		test: {
			file: 'server/features/chat/photos/access.test.ts',
			title: 'shows its photos to administrators, until the report is decided',
		},
	},
	{
		name: 'chat: the address of a photo ends',
		file: 'server/storage/chat-photo-urls.ts',
		find: 'if (remainingSeconds <= 0 || !isSigned',
		replace: 'if (!isSigned',
		test: {
			file: 'server/features/chat/photos/access.test.ts',
			title: 'does not open once it has expired',
		},
	},
	{
		name: 'chat: a message is stored while its sender’s session is open',
		file: 'server/features/chat/messages/authorize-queries.ts',
		find: `when (select true \${fromOpenSession(TOKEN)}) is null then 'signedOut'`,
		replace: "when false then 'signedOut'",
		test: {
			file: 'server/features/chat/socket-errors.test.ts',
			title: 'a message from a connected user whose session has expired',
		},
	},
	{
		name: 'chat: the database decides whose room a message is for',
		file: 'server/features/chat/messages/authorize-queries.ts',
		find: `when sent.sender_id not in (sent.buyer_id, item.seller_id) or sent.buyer_id = item.seller_id
				then 'notYours'`,
		replace: `when false then 'notYours'`,
		test: {
			file: 'tests/security/statements.test.ts',
			title: 'stores no message in a chat of other users',
		},
	},
	{
		name: 'chat: what a blocked person writes reaches nobody',
		file: 'server/features/chat/messages/authorize-queries.ts',
		find: `coalesce(\${hasBlocked(RECEIVER, SENDER)}, false) as is_withheld,`,
		replace: 'false as is_withheld,',
		test: {
			file: 'server/features/chat/socket-errors.test.ts',
			title:
				'stays hidden from the blocked user, whose messages look sent but never reach the other side',
		},
	},
	{
		name: 'maintenance: every call of the market is closed',
		file: 'server/features/maintenance/routes.ts',
		find: 'if (!settings.maintenanceMode || !isUserCall(request)) return done();',
		replace: 'return done();',
		test: {
			file: 'server/features/maintenance/maintenance.test.ts',
			title: '$method $path is answered 503, whatever is sent',
		},
	},
];
