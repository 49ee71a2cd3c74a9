import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { NotFound } from '#web/ui/not-found.tsx';

interface NotFoundPageProps {
	/** The path of the home page, which differs in the back-office. */
	home?: string;
	/** Further content below. */
	children?: ReactNode;
}

/** The page for an unknown path. */
export function NotFoundPage({ home = PAGES.home, children }: NotFoundPageProps) {
	const navigate = useNavigate();

	return (
		<div className="wrap grid gap-12 py-16">
			<NotFound
				heading="Page Not Found"
				actions={
					<>
						<ButtonLink variant="main" to={home}>
							Go Home
						</ButtonLink>
						<Button onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(home))}>
							Go Back
						</Button>
					</>
				}
			>
				This page has been removed, or it never existed.
			</NotFound>
			{children}
		</div>
	);
}
