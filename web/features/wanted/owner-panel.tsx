import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { OWN_WANTED_PATH } from '#web/lib/wanted-paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';
import { OfferedItems } from './offered-items.tsx';
import { useOwnerAction } from './queries.ts';

/** The toast after each action. */
const DONE_MESSAGES = {
	renew: WANTED_MESSAGES.renewed,
	found: WANTED_MESSAGES.found,
	delete: WANTED_MESSAGES.deleted,
} as const;

/** The actions of the asker on their own post, and the offered items. */
export function OwnerPanel({ post }: { post: WantedDetails }) {
	const action = useOwnerAction(post.id);
	const navigate = useNavigate();
	const editing = useLazyOnPress(async () => (await import('./edit-dialog.tsx')).EditDialog);
	const [isEditing, setIsEditing] = useState(false);
	const [isDeleting, setIsDeleting] = useState(false);
	const isLive = post.status === 'live';
	const isOpen = isLive || post.status === 'expired';
	useHeadingFocus(isOpen);

	function run(name: keyof typeof DONE_MESSAGES) {
		// One action at a time: a second `mutate` would drop the callbacks of the first.
		if (action.isPending) return;
		const { failed, noConnection } = WANTED_MESSAGES;
		action.mutate(name, {
			onSuccess: () => {
				toast(DONE_MESSAGES[name], { isForNextPage: name === 'delete' });
				if (name === 'delete') void navigate(OWN_WANTED_PATH, { replace: true });
			},
			onError: (error) => {
				if (name === 'delete') setIsDeleting(false);
				toast(errorMessageFor(error, failed, noConnection), { tone: 'bad' });
			},
		});
	}

	return (
		<>
			{post.status === 'removed' && (
				<p className="rounded-card border border-line bg-surface p-4 wrap-anywhere">
					An administrator removed this post{post.removalReason ? `: ${post.removalReason}` : '.'}
				</p>
			)}
			<div className="flex flex-wrap gap-2.5">
				{isOpen && (
					<Button
						variant="main"
						busy={action.isPending && action.variables === 'found'}
						onClick={() => run('found')}
					>
						Found it
					</Button>
				)}
				{isOpen && (
					<Button
						busy={action.isPending && action.variables === 'renew'}
						onClick={() => run('renew')}
					>
						Renew
					</Button>
				)}
				{isLive && (
					<Button
						busy={editing.isLoading}
						onClick={() => void editing.loadPart().then(setIsEditing)}
					>
						Edit
					</Button>
				)}
				<Button onClick={() => setIsDeleting(true)}>Delete</Button>
			</div>
			{editing.Part && (
				<editing.Part open={isEditing} post={post} onClose={() => setIsEditing(false)} />
			)}
			<ConfirmDialog
				open={isDeleting}
				title="Delete"
				question={WANTED_MESSAGES.deleteConfirmation}
				confirmLabel="Delete"
				busy={action.isPending}
				onConfirm={() => run('delete')}
				onCancel={() => setIsDeleting(false)}
			/>
			<OfferedItems post={post} />
		</>
	);
}

/**
 * Moves the focus to the heading of the post when the post is neither live nor expired any more, for example because the
 * item was found: the pressed button disappears.
 */
function useHeadingFocus(isOpen: boolean): void {
	const wasOpen = useRef(isOpen);

	useEffect(() => {
		const isFocusLost = wasOpen.current && !isOpen && document.activeElement === document.body;
		wasOpen.current = isOpen;
		if (isFocusLost) document.querySelector('h1')?.focus({ preventScroll: true });
	}, [isOpen]);
}
