import { Button } from '#web/ui/button.tsx';

interface DraftNoteProps {
	/** What is on its way already is not thrown away. */
	isLocked: boolean;
	onDiscard: () => void;
}

/** Says where the words and photos in the form come from. */
export function DraftNote({ isLocked, onDiscard }: DraftNoteProps) {
	return (
		<div className="flex items-center justify-between gap-3 rounded-card bg-accent-wash py-2 pr-2 pl-4">
			<p role="status">This is what you had not sent yet.</p>
			<Button
				variant="quiet"
				size="small"
				disabled={isLocked}
				onClick={onDiscard}
				className="shrink-0 text-link"
			>
				Start afresh
			</Button>
		</div>
	);
}
