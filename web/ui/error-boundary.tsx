import { Component, type ReactNode } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';

interface Props {
	children: ReactNode;
}

/** Shows an error instead of a page that crashed; header and navigation stay. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
	override state = { hasFailed: false };

	static getDerivedStateFromError() {
		return { hasFailed: true };
	}

	override render() {
		if (!this.state.hasFailed) return this.props.children;
		return (
			<ErrorState isPage message="This page did not load properly.">
				<Button variant="main" onClick={() => window.location.reload()}>
					Load it again
				</Button>
				<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
			</ErrorState>
		);
	}
}
