import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { useUnblock } from '#web/features/chat/blocks/queries.ts';
import { Button } from '#web/ui/button.tsx';

interface BlockedNoticeProps {
	person: { id: number; name: string };
	onUnblock: () => void;
}

/** Replaces the composer in a chat with a person whom the user has blocked. */
export function BlockedNotice({ person, onUnblock }: BlockedNoticeProps) {
	const unblock = useUnblock();

	return (
		<div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
			<p className="text-ink-soft">{CHAT_ERRORS.blockedByYou.message}</p>
			<Button
				size="small"
				className="min-w-0 wrap-anywhere"
				busy={unblock.isPending}
				onClick={() => unblock.mutate(person.id, { onSuccess: onUnblock })}
			>
				{BLOCK_MESSAGES.unblock(person.name)}
			</Button>
		</div>
	);
}
