import { useState } from 'react';
import type { AdminUser } from '#contract/admin/users.ts';
import { type BulkAction, BulkBar } from '#web/admin/kit/bulk-bar.tsx';
import { bulkPreview } from '#web/admin/kit/bulk-preview.ts';
import { ReasonField } from '#web/admin/kit/reason-field.tsx';
import { type BulkUserAction, useBulkUserChange } from './use-user-changes.ts';
import { BAN_CONSEQUENCE, REASON_HINT, UNVERIFY_CONSEQUENCE } from './user-dialogs.tsx';

/** What each action does, and which users are in that state already. */
const ACTIONS: readonly {
	action: BulkUserAction;
	label: string;
	state: string;
	isAlready: (user: AdminUser) => boolean;
	consequence?: string;
}[] = [
	{ action: 'verify', label: 'Verify', state: 'verified', isAlready: (user) => user.isVerified },
	{
		action: 'unverify',
		label: 'Unverify',
		state: 'unverified',
		isAlready: (user) => !user.isVerified,
		consequence: UNVERIFY_CONSEQUENCE,
	},
	{
		action: 'ban',
		label: 'Ban',
		state: 'banned',
		isAlready: (user) => user.isBanned,
		consequence: BAN_CONSEQUENCE,
	},
	{
		action: 'unban',
		label: 'Unban',
		state: 'not banned',
		isAlready: (user) => !user.isBanned,
	},
];

/** The bulk actions on the selected users. */
export function UserBulk({
	selected,
	onClear,
}: {
	selected: readonly AdminUser[];
	onClear: () => void;
}) {
	const [reason, setReason] = useState('');
	const changing = useBulkUserChange();

	const actions = ACTIONS.map(({ action, label, state, isAlready, ...more }): BulkAction => {
		const changed = selected.filter((user) => !isAlready(user));
		const isBan = action === 'ban';
		return {
			label,
			isDestructive: isBan,
			isDisabled: changed.length === 0,
			preview: bulkPreview({
				verb: label,
				singular: 'user',
				plural: 'users',
				selectedCount: selected.length,
				alreadyCount: selected.length - changed.length,
				state,
				...more,
			}),
			fields: isBan && <ReasonField hint={REASON_HINT} value={reason} onChange={setReason} />,
			run: async () => {
				const userIds = changed.map(({ id }) => id);
				await changing.mutateAsync({ userIds, action, ...(isBan && { reason }) });
				setReason('');
			},
		};
	});

	return <BulkBar count={selected.length} actions={actions} onClear={onClear} />;
}
