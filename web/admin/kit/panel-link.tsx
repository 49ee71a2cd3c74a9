import { Link, type LinkProps } from '#web/ui/link.tsx';

/** A link on a line of its own in a panel, high enough to be pressed with a finger. */
export function PanelLink(props: Pick<LinkProps, 'to' | 'children'>) {
	return <Link {...props} className="inline-block py-2.5 -my-2.5 font-semibold text-link" />;
}
