import { type ReactNode, useId } from 'react';
import type { To } from 'react-router';
import { Link } from '#web/ui/link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

interface TextPageProps {
	title: string;
	/** A summary in one sentence. */
	lead: ReactNode;
	children: ReactNode;
}

/** A page of text in one narrow column. */
export function TextPage({ title, lead, children }: TextPageProps) {
	return (
		<div className="mx-auto grid w-full max-w-[38rem] gap-9 px-4 py-8 tablet:py-12">
			<div className="grid gap-3">
				<PageHeading>{title}</PageHeading>
				<p className="text-lg wrap-anywhere text-ink-soft">{lead}</p>
			</div>
			{children}
		</div>
	);
}

export function TextSection({ title, children }: { title: string; children: ReactNode }) {
	const id = useId();

	return (
		<section aria-labelledby={id} className="grid gap-3 border-t border-line pt-6">
			<h2 id={id} className="text-xl">
				{title}
			</h2>
			{children}
		</section>
	);
}

export function BulletList({ children }: { children: ReactNode }) {
	return <ul className="grid list-disc gap-2 pl-5 marker:text-ink-soft">{children}</ul>;
}

const LINK_CLASSES = 'font-semibold wrap-anywhere text-link underline underline-offset-4';

export function TextLink({ to, children }: { to: To; children: ReactNode }) {
	return (
		<Link to={to} className={LINK_CLASSES}>
			{children}
		</Link>
	);
}

export function MailLink({ address }: { address: string }) {
	return (
		<a href={`mailto:${address}`} className={LINK_CLASSES}>
			{address}
		</a>
	);
}
