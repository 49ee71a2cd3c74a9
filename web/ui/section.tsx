import { type ReactNode, type RefObject, useId } from 'react';

interface SectionProps {
	title: string;
	/** Where a link leads to it, behind the `#` of the page's address. */
	anchor?: string;
	/** What this is for, or what follows from it. */
	lead?: ReactNode;
	/** A list needs the whole width, a form does not. */
	isWide?: boolean;
	children: ReactNode;
	/** Takes the focus when what had it is gone. */
	headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** One matter of a page of forms: what it is about on the left, what can be done on the right. */
export function Section({
	title,
	anchor,
	lead,
	isWide = false,
	children,
	headingRef,
}: SectionProps) {
	const ownId = useId();
	const id = anchor ?? ownId;

	return (
		<section
			aria-labelledby={id}
			className={`grid content-start gap-x-10 gap-y-4 border-t border-line py-7 ${isWide ? '' : 'wide:grid-cols-[minmax(0,18rem)_minmax(0,32rem)]'}`}
		>
			<div className="grid content-start gap-1">
				<h2
					id={id}
					ref={headingRef}
					tabIndex={headingRef || anchor ? -1 : undefined}
					className="scroll-mt-20 text-xl outline-none"
				>
					{title}
				</h2>
				{lead && <p className="max-w-[60ch] text-sm text-ink-soft">{lead}</p>}
			</div>
			<div className="grid min-w-0 content-start gap-4">{children}</div>
		</section>
	);
}
