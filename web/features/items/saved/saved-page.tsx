import { PAGE_TABLE } from '#contract/core/pages.ts';
import { SAVED_MESSAGES } from '#contract/saved/facts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { UsersSavedItems } from './users-saved-items.tsx';
import { VisitorsSavedItems } from './visitors-saved-items.tsx';

/** The user's saved items; for a visitor, the items saved on this device. */
export function SavedPage() {
	const { hasToken } = useSession();

	return (
		<div className="wrap py-8">
			<div className="grid gap-2 pb-6">
				<PageHeading>{PAGE_TABLE.saved.label}</PageHeading>
				<p className="max-w-prose text-ink-soft">
					{hasToken ? SAVED_MESSAGES.intro : SAVED_MESSAGES.visitorIntro}
				</p>
			</div>
			{hasToken ? <UsersSavedItems /> : <VisitorsSavedItems />}
		</div>
	);
}
