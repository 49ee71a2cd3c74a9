import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, Flag } from 'lucide-react';
import { useState } from 'react';
import type { PublicPerson } from '#contract/auth/person-fields.ts';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { isolated } from '#contract/core/format.ts';
import { blockedPeopleQuery } from '#web/features/chat/blocks/blocked-people-query.ts';
import { useBlock, useUnblock } from '#web/features/chat/blocks/queries.ts';
import { UserReportDialog } from '#web/features/reports/user-report-dialog.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const ICON = 'size-5 shrink-0';

/** The menu to report, block or unblock another person. Only for signed-in users. */
export function PersonMenu({ person }: { person: PublicPerson }) {
	const { data: blocked } = useQuery(blockedPeopleQuery());
	const [isBlocking, setIsBlocking] = useState(false);
	const [isReporting, setIsReporting] = useState(false);
	const block = useBlock();
	const unblock = useUnblock();
	const { id, userName } = person;
	const isBlocked = blocked?.some((other) => other.id === id) ?? false;

	return (
		<>
			<ActionMenu
				label={`More about ${isolated(userName)}`}
				actions={[
					{
						label: CHAT_MESSAGES.report(userName),
						icon: <Flag aria-hidden="true" className={ICON} />,
						onSelect: () => setIsReporting(true),
					},
					isBlocked
						? {
								label: BLOCK_MESSAGES.unblock(userName),
								icon: <CircleCheck aria-hidden="true" className={ICON} />,
								onSelect: () => unblock.mutate(id),
							}
						: {
								label: BLOCK_MESSAGES.block(userName),
								icon: <Ban aria-hidden="true" className={ICON} />,
								onSelect: () => setIsBlocking(true),
							},
				]}
			/>
			<ConfirmDialog
				open={isBlocking}
				title={BLOCK_MESSAGES.block(userName)}
				question={BLOCK_MESSAGES.confirm(userName)}
				confirmLabel="Block"
				busy={block.isPending}
				onConfirm={() => block.mutate(id, { onSettled: () => setIsBlocking(false) })}
				onCancel={() => setIsBlocking(false)}
			/>
			<UserReportDialog
				open={isReporting}
				onClose={() => setIsReporting(false)}
				user={{ id, userName }}
			/>
		</>
	);
}
