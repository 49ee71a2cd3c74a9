import { useNavigate } from 'react-router';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { LostPageArt } from '#web/ui/art/lost-page-art.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** The page for an unknown path below /admin. */
export function AdminNotFoundPage() {
	const navigate = useNavigate();
	const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate(ADMIN_PAGES.dashboard));

	return (
		<div className="grid justify-items-center gap-3 px-4 py-12 text-center">
			<LostPageArt className="h-40 w-56" />
			<PageHeading size="text-2xl" className="mt-2">
				Page Not Found
			</PageHeading>
			<p className="max-w-[40ch] text-ink-soft">The back-office has no page at this address.</p>
			<div className="mt-4 flex flex-wrap justify-center gap-2">
				<ButtonLink variant="main" to={ADMIN_PAGES.dashboard}>
					Go Home
				</ButtonLink>
				<Button onClick={goBack}>Go Back</Button>
			</div>
		</div>
	);
}
