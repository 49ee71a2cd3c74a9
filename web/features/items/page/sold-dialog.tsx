import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { postFromTemplatePath } from '#web/lib/paths.ts';
import { site } from '#web/lib/site.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface SoldDialogProps {
	item: { id: number };
	open: boolean;
	onClose: () => void;
}

/** Explains to the owner what 'sold' means and what they can still do. */
export function SoldDialog({ item, open, onClose }: SoldDialogProps) {
	return (
		<Dialog open={open} onClose={onClose} title="Sold">
			<div role="alert" className="font-semibold">
				<p>{ITEM_ERRORS.alreadySold.message}</p>
			</div>
			<p>
				It has left the listings, and its chats stay open. Only an administrator can put it back on
				sale: if it was a mistake, write to{' '}
				<a
					href={`mailto:${site.supportEmail}`}
					className="font-semibold wrap-anywhere text-link underline underline-offset-4"
				>
					{site.supportEmail}
				</a>
				.
			</p>
			<ButtonLink variant="main" to={postFromTemplatePath(item.id)}>
				Post one like it
			</ButtonLink>
		</Dialog>
	);
}
