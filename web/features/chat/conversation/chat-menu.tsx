import { Ban, CircleCheck, Flag } from 'lucide-react';
import { useState } from 'react';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { useBlock, useUnblock } from '#web/features/chat/blocks/queries.ts';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';

const ICON = 'size-5 shrink-0';

interface ChatMenuProps {
	chat: KnownChat;
	/** The other person's name. */
	name: string;
	onBlockChange: () => void;
}

/** The menu of a chat: report, block or unblock the other person. */
export function ChatMenu({ chat, name, onBlockChange }: ChatMenuProps) {
	const [openDialog, setOpenDialog] = useState<'block' | 'report'>();
	const { Part: UserReportDialog, loadPart: fetchDialog } = useLazyOnPress(
		async () => (await import('#web/features/reports/user-report-dialog.tsx')).UserReportDialog,
	);
	const block = useBlock();
	const unblock = useUnblock();
	const { other, item, roomId, isBlocked } = chat;

	async function openReport() {
		if (await fetchDialog()) setOpenDialog('report');
	}

	return (
		<>
			<ActionMenu
				label="Chat options"
				actions={[
					{
						label: CHAT_MESSAGES.report(name),
						icon: <Flag aria-hidden="true" className={ICON} />,
						onSelect: () => void openReport(),
					},
					isBlocked
						? {
								label: BLOCK_MESSAGES.unblock(name),
								icon: <CircleCheck aria-hidden="true" className={ICON} />,
								onSelect: () => unblock.mutate(other.id, { onSuccess: onBlockChange }),
							}
						: {
								label: BLOCK_MESSAGES.block(name),
								icon: <Ban aria-hidden="true" className={ICON} />,
								onSelect: () => setOpenDialog('block'),
							},
				]}
			/>
			<ConfirmDialog
				open={openDialog === 'block'}
				title={BLOCK_MESSAGES.block(name)}
				question={BLOCK_MESSAGES.confirm(name)}
				confirmLabel="Block"
				busy={block.isPending}
				onConfirm={() =>
					block.mutate(other.id, {
						onSuccess: onBlockChange,
						onSettled: () => setOpenDialog(undefined),
					})
				}
				onCancel={() => setOpenDialog(undefined)}
			/>
			{UserReportDialog && (
				<UserReportDialog
					open={openDialog === 'report'}
					onClose={() => setOpenDialog(undefined)}
					user={{ id: other.id, userName: name }}
					itemId={item.id}
					roomId={roomId}
				/>
			)}
		</>
	);
}
