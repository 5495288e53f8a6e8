import type { AssetReference } from "@vitrine/client";
import type { BlockProps } from "@/components/blocks/block";
import { ContentLink } from "@/components/content-link";
import { Heading } from "@/components/heading";

interface VideoProps {
  title: string;
  video?: AssetReference | null;
  poster?: AssetReference | null;
  /** Of a video elsewhere. */
  url?: string;
  caption?: string;
}

/** A video that is loaded when a visitor starts it. One that is elsewhere is a link: nobody there learns who has seen the page. */
export function Video({ props, level }: BlockProps<VideoProps>) {
  const { title, video, poster, url, caption } = props;
  return (
    <section className="video-block">
      <Heading level={level}>{title}</Heading>
      {video && <video src={video.url} poster={poster?.url} controls preload="none" aria-label={title} />}
      {!video && url && (
        <ContentLink href={url} className="button">
          ▶ {new URL(url).hostname}
        </ContentLink>
      )}
      {caption && <p className="soft">{caption}</p>}
    </section>
  );
}
