import { itemPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import type { ItemFormValues } from './field-values.ts';

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
 * A note above the form that says where the form's content comes from, a draft or another item, or that another tab has
 * posted it.
 */
export function DraftNote({ isLocked, postedId, onDiscard, ...source }: DraftNoteProps) {
	const { template, isDraft = true } = source;

	return (
		<div className="flex flex-wrap items-center justify-end gap-x-3 rounded-card bg-accent-wash py-2 pr-2 pl-4">
			<p role="status" className="min-w-0 flex-1 basis-64 wrap-anywhere">
				{postedId === undefined
					? noteText(isDraft ? undefined : template)
					: 'This item was posted from another tab. What you have changed here since would be a second item.'}
			</p>
			<div className="flex flex-wrap justify-end">
				{postedId !== undefined && (
					<ButtonLink variant="quiet" size="small" to={itemPath(postedId)} className="text-link">
						View item
					</ButtonLink>
				)}
				<Button
					variant="quiet"
					size="small"
					disabled={isLocked}
					onClick={onDiscard}
					className="min-w-0 wrap-anywhere text-link"
				>
					{isDraft && template ? `Post one like ‘${template.title}’ instead` : 'Start over'}
				</Button>
			</div>
		</div>
	);
}

function noteText(template: Template | undefined): string {
	if (!template) return 'This is what you had not sent yet.';
	return `Everything but the photos is filled in as it was for ‘${template.title}’.`;
}
