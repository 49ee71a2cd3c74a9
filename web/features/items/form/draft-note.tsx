import { isolated } from '#contract/core/format.ts';
import { itemPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { UnsentNote } from '#web/ui/form/unsent-note.tsx';
import type { ItemFormValues } from './field-values.ts';

const POSTED_NOTE =
	'This item was posted from another tab. What you have changed here since would be a second item.';

type Template = Pick<ItemFormValues, 'title'>;

interface DraftNoteProps {
	/** The form is being sent: the draft cannot be discarded. */
	isLocked: boolean;
	/** The item that another tab has posted from the same draft. */
	postedId?: number | undefined;
	/** The item or wanted post that prefills the form, or will once the draft is discarded. */
	template?: Template | undefined;
	/** Whether the form is filled from a draft, not from the template. */
	isDraft?: boolean;
	onDiscard: () => void;
}

/**
 * A note above the form. It says that the form's content comes from a draft or from another item, or that another tab
 * has already posted the draft.
 */
export function DraftNote({ isLocked, postedId, onDiscard, ...source }: DraftNoteProps) {
	const { template, isDraft = true } = source;
	const templateNote =
		template && !isDraft
			? `Everything but the photos is filled in as it was for ‘${isolated(template.title)}’.`
			: undefined;

	return (
		<UnsentNote
			text={postedId === undefined ? templateNote : POSTED_NOTE}
			discardLabel={
				isDraft && template ? `Post one like ‘${isolated(template.title)}’ instead` : undefined
			}
			isLocked={isLocked}
			onDiscard={onDiscard}
		>
			{postedId !== undefined && (
				<ButtonLink variant="quiet" size="small" to={itemPath(postedId)} className="text-link">
					View item
				</ButtonLink>
			)}
		</UnsentNote>
	);
}
