// A connection that has become a WebSocket: texts in, texts out, each sent when its reader is ready.
#pragma once

#include <memory>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <banyan/serve/connection.hpp>

namespace banyan::serve {

void serve_live(boost::asio::ip::tcp::socket socket,
                boost::beast::http::request<boost::beast::http::string_body> request, Front& front,
                std::shared_ptr<Allowance> allowance);

}  // namespace banyan::serve
